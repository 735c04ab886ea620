import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { cancelEndpointDeliveries } from '../delivery/cancel-endpoint-deliveries.ts';
import type { NotifyAgent } from './set-agent-webhook.ts';
import { deleteAgentEndpoint } from './store.ts';

/** Whether there was one to remove; its pending deliveries are canceled. */
export async function deleteAgentWebhook(ctx: Ctx, notify: NotifyAgent): Promise<boolean> {
  const { principalId } = requireAgent(ctx.actor);
  const deleted = await transact(ctx, async (tx) => {
    const row = await deleteAgentEndpoint(tx.db, principalId);
    if (row !== undefined) await notify(tx, principalId, 'webhook removed');
    return row;
  });
  if (deleted !== undefined) await cancelEndpointDeliveries(ctx, deleted.id);
  return deleted !== undefined;
}
