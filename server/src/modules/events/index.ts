// Owns the event log: what changed, in commit order, with the exact text that is listed and delivered.
// Promises one row per change, written in the change's own transaction, kept 30 days; a reader misses none.
export { emit, type EmittedEvent } from './emit.ts';
export { eventsOverdueSince, keepPartitions } from './keep-partitions.ts';
export { listEvents, type EventPage, type EventQuery } from './list-events.ts';
export {
  agentEventTypes,
  fullDefaultTypes,
  partnerEventTypes,
  type AgentEventType,
  type NewEvent,
  type PartnerEvent,
  type PartnerEventType,
} from './rules.ts';
export { writeAlone } from './write-alone.ts';
