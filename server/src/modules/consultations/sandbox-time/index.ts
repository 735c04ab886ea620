// Time that passes for one test case, and for no other.
export type { ClosingSources } from '../closing/facts.ts';
export { passQuietDays } from './pass-quiet-days.ts';
export { passSettledDays } from './pass-settled-days.ts';
export type { TestConsultation } from './store.ts';
