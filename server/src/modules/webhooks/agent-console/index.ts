// What the console of an agent shows and does about its webhook: the portal's verbs by account, and what agents alone have.
export { findWebhookHealth } from './agent-console.ts';
export { getPortalDelivery as getSentDelivery } from '../history/get-portal-delivery.ts';
export { hasMailOnFailure } from './agent-console.ts';
export { adviseOn } from '../history/advice-rules.ts';
export { readPosition } from '../history/portal-rules.ts';
export { attemptSchema, summarySchema, type DeliverySummary, type PortalDelivery } from '../history/portal-schemas.ts';
export { endpointHealthSchema } from '../health/schemas.ts';
export { resendDelivery } from '../history/resend-delivery.ts';
export { searchDeliveries } from '../history/search-deliveries.ts';
export { testIntakeId } from '../rules.ts';
export { sendAgentTest } from './agent-console.ts';
export { setMailOnFailure } from './agent-console.ts';
