// Owns the event log: what changed, in an order no late commit can disturb, with the exact text listed and delivered.
// Promises that an event is written in the transaction of its change, stored for 30 days, and missed by no reader,
// also after the database was restored or moved.
export { beginEra } from './begin-era.ts';
export { computeEventSetValues, type EventSetValues } from './compute-event-set-values.ts';
export { emit, type EmittedEvent } from './emit.ts';
export { findEventsOverdueSince } from './find-events-overdue-since.ts';
export { listEvents } from './list-events.ts';
export { listEventSamples } from './sample-data.ts';
export { maintainPartitions } from './maintain-partitions.ts';
export { getEvent } from './search/get-event.ts';
export { searchEvents } from './search/search-events.ts';
export { readLogCursor } from './cursor-rules.ts';
export { resumeWork } from './resume-work.ts';
export { registerLongWriter } from './register-long-writer.ts';
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
export { withWorkPaused } from './with-work-paused.ts';
export { personalData } from './personal-data.ts';
