import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { cancelDeliveries } from './delivery-store.ts';
import { deleteAgentEndpoint } from './endpoint-store.ts';

/** Whether there was one to remove; what was still to be told is canceled with it. */
export async function removeAgentWebhook(ctx: Ctx): Promise<boolean> {
  const { principalId } = requireAgent(ctx.actor);
  return transact(ctx, async (tx) => {
    const removed = await deleteAgentEndpoint(tx.db, principalId);
    if (removed !== undefined) cancelDeliveries(tx.db, removed.id, tx.clock.now());
    return removed !== undefined;
  });
}
