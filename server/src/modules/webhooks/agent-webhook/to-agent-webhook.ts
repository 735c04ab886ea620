import { agentEventTypes } from '#modules/events';

export type AgentWebhookView = {
  readonly url: string;
  readonly events: string[];
  readonly created_at: string;
  readonly updated_at: string;
};

export const toAgentWebhook = (row: { url: string; created_at: Date; updated_at: Date }): AgentWebhookView => ({
  url: row.url,
  events: [...agentEventTypes],
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
