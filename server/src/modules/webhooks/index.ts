// Owns telling others: addresses and their signing secrets, deliveries, every attempt.
// Promises that what committed is told at least once, signed, and that one bad receiver never slows another.
export { announce, openAnnouncer } from './announce.ts';
export { cancelAgentDeliveries } from './cancel-deliveries.ts';
export { changeEndpoint, removeEndpoint } from './change-endpoint.ts';
export { createEndpoint, type NewEndpoint } from './create-endpoint.ts';
export { getEndpoint, listEndpoints } from './get-endpoint.ts';
export {
  endpointListSchema,
  endpointPatchSchema,
  endpointSchema,
  endpointWithSecretSchema,
  newEndpointSchema,
} from './schemas.ts';
export { findAgentWebhook, type AgentWebhookView } from './find-agent-webhook.ts';
export { isWarningTrue } from './is-warning-true.ts';
export { historyOverdueSince, keepHistory } from './keep-history.ts';
export { removeAgentWebhook } from './remove-agent-webhook.ts';
export { setAgentWebhook } from './set-agent-webhook.ts';
export type { TellOfEndpoints } from './warn-of-endpoints.ts';
