// What the console of an agent shows and does about its webhook: the portal's verbs by account, and what agents alone have.
export { findWebhookHealth } from './find-webhook-health.ts';
export { getPortalDelivery as getSentDelivery } from '../history/get-portal-delivery.ts';
export { hasMailOnFailure } from './has-mail-on-failure.ts';
export { adviseOn } from '../history/advice-rules.ts';
export { readPosition } from '../history/portal-rules.ts';
export { attemptSchema, summarySchema, type DeliverySummary, type PortalDelivery } from '../history/portal-schemas.ts';
export { endpointHealthSchema } from '../health/schemas.ts';
export { resendDelivery } from '../history/resend-delivery.ts';
export { searchDeliveries } from '../history/search-deliveries.ts';
export { testIntakeId } from '../rules.ts';
export { sendAgentTest } from './send-agent-test.ts';
export { setMailOnFailure } from './set-mail-on-failure.ts';
