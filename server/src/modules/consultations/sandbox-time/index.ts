// Lets time pass for one test case only.
export type { ClosingSources } from '../closing/facts.ts';
export { passQuietDays } from './sandbox-time.ts';
export { passSettledDays } from './sandbox-time.ts';
export type { TestConsultation } from './store.ts';
