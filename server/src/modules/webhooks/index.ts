// Owns outbound delivery: endpoints and their signing secrets, deliveries, every attempt.
// Promises that each committed event is delivered at least once, signed, and that one bad receiver never slows another.
export { cancelAgentDeliveries } from './agent-webhook/cancel-agent-deliveries.ts';
export * as agentDeliveries from './agent-console/index.ts';
export { findAgentWebhook } from './agent-webhook/find-agent-webhook.ts';
export { createPublisher } from './delivery/create-publisher.ts';
export { hasFullEndpoint } from './delivery/has-full-endpoint.ts';
export { publishEvent } from './delivery/publish-event.ts';
export { publishSet } from './delivery/publish-set.ts';
export { deliveryTerms } from './delivery/rules.ts';
export { defineEventSet } from './delivery/set-store.ts';
export { createEndpoint } from './endpoints/create-endpoint.ts';
export { deleteEndpoint } from './endpoints/delete-endpoint.ts';
export { getEndpoint } from './endpoints/get-endpoint.ts';
export { listEndpoints } from './endpoints/list-endpoints.ts';
export { listSigningSecrets } from './endpoints/list-signing-secrets.ts';
export {
  endpointListSchema,
  endpointPatchSchema,
  endpointSchema,
  endpointWithSecretSchema,
  newEndpointSchema,
} from './endpoints/schemas.ts';
export { updateEndpoint } from './endpoints/update-endpoint.ts';
export { listEventDeliveries } from './event-recovery/list-event-deliveries.ts';
export { warningPurposes } from './health/rules.ts';
export { sendTestEvent } from './health/send-test-event.ts';
export { isWarningTrue } from './health/is-warning-true.ts';
export type { NotifyOfEndpoints } from './health/warn-of-endpoints.ts';
export { historyDays } from './history/rules.ts';
export { findHistoryOverdueSince } from './history/find-history-overdue-since.ts';
export { maintainHistory } from './history/maintain-history.ts';
export { rehearsalEventType, testTypesSql } from './rules.ts';
export { personalData } from './personal-data.ts';
