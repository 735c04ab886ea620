// Owns where others want to be told: addresses and their signing secrets.
// Promises that a secret is shown once and that an address that is not public is refused.
export { agentEventTypes, findAgentWebhook, type AgentWebhookView } from './find-agent-webhook.ts';
export { removeAgentWebhook } from './remove-agent-webhook.ts';
export { setAgentWebhook } from './set-agent-webhook.ts';
