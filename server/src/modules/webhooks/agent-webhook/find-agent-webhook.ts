import type { Ctx } from '#context';
import { findAgentEndpoint } from './store.ts';
import { type AgentWebhookView, toAgentWebhook } from './to-agent-webhook.ts';

/** The agent's webhook, without the secret. */
export async function findAgentWebhook(ctx: Ctx, principalId: string): Promise<AgentWebhookView | undefined> {
  const row = await findAgentEndpoint(ctx.db, principalId);
  return row && toAgentWebhook(row);
}
