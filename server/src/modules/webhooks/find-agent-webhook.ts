import type { Ctx } from '#context';
import { agentEventTypes } from '#modules/events';
import { findAgentEndpoint } from './endpoint-store.ts';

export type AgentWebhookView = {
  readonly url: string;
  readonly events: string[];
  readonly created_at: string;
  readonly updated_at: string;
};

/** Where the agent is told, without the secret. */
export async function findAgentWebhook(ctx: Ctx, principalId: string): Promise<AgentWebhookView | undefined> {
  const row = await findAgentEndpoint(ctx.db, principalId);
  return row && toView(row);
}

export const toView = (row: { url: string; created_at: Date; updated_at: Date }): AgentWebhookView => ({
  url: row.url,
  events: [...agentEventTypes],
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
