// Owns the event log and its delivery: events in commit order, endpoints, signing secrets, deliveries, every attempt.
// Promises that an event commits with its change, stays listed for 30 days, and is delivered signed at least once.
export { cancelAgentDeliveries, findAgentWebhook } from './agent-webhook/agent-webhook.ts';
export { hasFullEndpoint } from './delivery/attempt-delivery.ts';
export { createPublisher, publishEvent, publishSet } from './delivery/publish-event.ts';
export { deliveryTerms } from './delivery/rules.ts';
export { defineEventSet } from './delivery/store.ts';
export {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  listSigningSecrets,
  updateEndpoint,
} from './endpoints/endpoints.ts';
export {
  endpointListSchema,
  endpointPatchSchema,
  endpointSchema,
  endpointWithSecretSchema,
  newEndpointSchema,
} from './endpoints/schemas.ts';
export { listEventDeliveries } from './event-recovery/event-recovery.ts';
export { getEvent } from './event-search/get-event.ts';
export { searchEvents } from './event-search/search-events.ts';
export { readLogCursor } from './events/cursor-rules.ts';
export {
  beginEra,
  emit,
  findEventsOverdueSince,
  resumeWork,
  registerLongWriter,
  withWorkPaused,
} from './events/events.ts';
export { maintainPartitions } from './events/store.ts';
export {
  eventDays,
  agentEventTypes,
  initialPartnerEventTypes,
  partnerEventTypes,
  statementIssued,
  type NewEvent,
  type PartnerEvent,
  type PartnerEventType,
} from './events/rules.ts';
export { listEventSamples } from './events/sample-data.ts';
export { sendTestEvent, isWarningTrue, type NotifyOfEndpoints } from './health/health.ts';
export { warningPurposes } from './health/rules.ts';
export { findHistoryOverdueSince } from './history/history.ts';
export { maintainHistory } from './history/maintain-history.ts';
export { historyDays } from './history/rules.ts';
export { personalData } from './personal-data.ts';
export { rehearsalEventType, testTypesSql } from './rules.ts';
export * as agentDeliveries from './agent-console/index.ts';
