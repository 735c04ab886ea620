import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { getHealthFacts } from '../health/store.ts';
import { toHealth } from '../health/view-rules.ts';
import { findCheckedEndpoint } from './store.ts';

/** The agent's webhook and how it does; undefined when none is set. */
export async function findWebhookHealth(ctx: Ctx) {
  const row = await findCheckedEndpoint(ctx.db, requireAgent(ctx.actor).principalId);
  if (row === undefined) return undefined;
  const now = ctx.clock.now();
  const facts = await getHealthFacts(ctx.db, row.id, { since: addHours(now, -24), now });
  return {
    url: row.url,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...toHealth(row, facts),
  };
}
