// The agent console's webhook functions: the portal's verbs by account, and those that only agents have.
export { findWebhookHealth, hasMailOnFailure, sendAgentTest, setMailOnFailure } from './agent-console.ts';
export { getPortalDelivery as getSentDelivery, resendDelivery, searchDeliveries } from '../history/history.ts';
export { adviseOn } from '../history/advice-rules.ts';
export { readPosition } from '../history/portal-rules.ts';
export { attemptSchema, summarySchema, type DeliverySummary, type PortalDelivery } from '../history/portal-schemas.ts';
export { endpointHealthSchema } from '../health/schemas.ts';
export { testIntakeId } from '../rules.ts';
