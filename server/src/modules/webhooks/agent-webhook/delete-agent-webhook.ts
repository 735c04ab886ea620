import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { cancelEndpointDeliveries } from '../delivery/cancel-endpoint-deliveries.ts';
import { deleteAgentEndpoint } from './store.ts';

/** Whether there was one to remove; its pending deliveries are canceled. */
export async function deleteAgentWebhook(ctx: Ctx): Promise<boolean> {
  const { principalId } = requireAgent(ctx.actor);
  const deleted = await transact(ctx, async (tx) => deleteAgentEndpoint(tx.db, principalId));
  if (deleted !== undefined) await cancelEndpointDeliveries(ctx, deleted.id);
  return deleted !== undefined;
}
