// Owns the event log: what changed, in commit order, with the exact text that is listed and delivered.
// Promises one row per change, written in the change's own transaction, kept 30 days.
export { emit } from './emit.ts';
export { keepPartitions } from './keep-partitions.ts';
export type { AgentEventType, NewEvent } from './rules.ts';
