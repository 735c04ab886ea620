// Owns telling others: addresses and their signing secrets, deliveries, every attempt.
// Promises that what committed is told at least once, signed, and that one bad receiver never slows another.
export { announce } from './announce.ts';
export { agentEventTypes, findAgentWebhook, type AgentWebhookView } from './find-agent-webhook.ts';
export { removeAgentWebhook } from './remove-agent-webhook.ts';
export { setAgentWebhook } from './set-agent-webhook.ts';
