import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { cancelPending } from './cancel-deliveries.ts';
import { deleteAgentEndpoint } from './endpoint-store.ts';

/** Whether there was one to remove; what was still to be told is canceled with it. */
export async function removeAgentWebhook(ctx: Ctx): Promise<boolean> {
  const { principalId } = requireAgent(ctx.actor);
  const removed = await transact(ctx, async (tx) => deleteAgentEndpoint(tx.db, principalId));
  if (removed !== undefined) await cancelPending(ctx, removed.id);
  return removed !== undefined;
}
