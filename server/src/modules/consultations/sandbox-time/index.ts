// Time that passes for one test case, and for no other.
export type { ClosingSources } from '../closing/facts.ts';
export { passQuietDays } from './sandbox-time.ts';
export { passSettledDays } from './sandbox-time.ts';
export type { TestConsultation } from './store.ts';
