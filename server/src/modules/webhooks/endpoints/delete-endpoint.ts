import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { cancelEndpointDeliveries } from '../delivery/cancel-endpoint-deliveries.ts';
import { getEndpoint } from './get-endpoint.ts';
import { deletePartnerEndpoint } from './store.ts';

/** Deletes the endpoint and cancels its pending deliveries. */
export async function deleteEndpoint(ctx: Ctx, accountId: string, id: string): Promise<void> {
  await getEndpoint(ctx, accountId, id);
  await transact(ctx, async (tx) => {
    deletePartnerEndpoint(tx.db, id);
  });
  await cancelEndpointDeliveries(ctx, id);
}
