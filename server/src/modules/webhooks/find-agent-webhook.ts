import type { Ctx } from '#context';
import type { AgentEventType } from '#modules/events';
import { findAgentEndpoint } from './endpoint-store.ts';

/** What a registered agent is told about: every status an intake can enter. */
export const agentEventTypes: readonly AgentEventType[] = [
  'intake.received',
  'intake.welcome_sent',
  'intake.contact_attempted',
  'intake.customer_confirmed',
  'intake.consultation_active',
  'intake.declined',
  'intake.expired',
];

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
