// Owns outbound delivery: endpoints and their signing secrets, deliveries, every attempt.
// Promises that each committed event is delivered at least once, signed, and that one bad receiver never slows another.
export { cancelAgentDeliveries } from './agent-webhook/agent-webhook.ts';
export * as agentDeliveries from './agent-console/index.ts';
export { findAgentWebhook } from './agent-webhook/agent-webhook.ts';
export { createPublisher } from './delivery/publish-event.ts';
export { hasFullEndpoint } from './delivery/attempt-delivery.ts';
export { publishEvent } from './delivery/publish-event.ts';
export { publishSet } from './delivery/publish-event.ts';
export { deliveryTerms } from './delivery/rules.ts';
export { defineEventSet } from './delivery/store.ts';
export { createEndpoint } from './endpoints/endpoints.ts';
export { deleteEndpoint } from './endpoints/endpoints.ts';
export { getEndpoint } from './endpoints/endpoints.ts';
export { listEndpoints } from './endpoints/endpoints.ts';
export { listSigningSecrets } from './endpoints/endpoints.ts';
export {
  endpointListSchema,
  endpointPatchSchema,
  endpointSchema,
  endpointWithSecretSchema,
  newEndpointSchema,
} from './endpoints/schemas.ts';
export { updateEndpoint } from './endpoints/endpoints.ts';
export { listEventDeliveries } from './event-recovery/event-recovery.ts';
export { warningPurposes } from './health/rules.ts';
export { sendTestEvent } from './health/health.ts';
export { isWarningTrue } from './health/health.ts';
export type { NotifyOfEndpoints } from './health/health.ts';
export { historyDays } from './history/rules.ts';
export { findHistoryOverdueSince } from './history/history.ts';
export { maintainHistory } from './history/maintain-history.ts';
export { rehearsalEventType, testTypesSql } from './rules.ts';
export { personalData } from './personal-data.ts';
