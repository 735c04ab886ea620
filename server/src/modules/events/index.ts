// Owns the event log: what changed, in an order no late commit can disturb, with the exact text listed and delivered.
// Promises that an event is written in the transaction of its change, stored for 30 days, and missed by no reader,
// also after the database was restored or moved.
export { beginEra } from './events.ts';
export { computeEventSetValues, type EventSetValues } from './events.ts';
export { emit, type EmittedEvent } from './events.ts';
export { findEventsOverdueSince } from './events.ts';
export { listEvents } from './list-events.ts';
export { listEventSamples } from './sample-data.ts';
export { maintainPartitions } from './maintain-partitions.ts';
export { getEvent } from './search/get-event.ts';
export { searchEvents } from './search/search-events.ts';
export { readLogCursor } from './cursor-rules.ts';
export { resumeWork } from './events.ts';
export { registerLongWriter } from './events.ts';
export {
  eventDays,
  agentEventTypes,
  initialPartnerEventTypes,
  partnerEventTypes,
  readEventTime,
  statementIssued,
  type EventSetHead,
  type LogTenant,
  type NewEvent,
  type PartnerEvent,
  type PartnerEventType,
} from './rules.ts';
export { insertEventSet } from './store.ts';
export { withWorkPaused } from './events.ts';
export { personalData } from './personal-data.ts';
