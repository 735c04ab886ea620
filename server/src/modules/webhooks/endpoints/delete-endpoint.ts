import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { cancelEndpointDeliveries } from '../delivery/cancel-endpoint-deliveries.ts';
import { getEndpoint } from './get-endpoint.ts';
import { deletePartnerEndpoint } from './store.ts';
import type { EndpointKey } from '../rules.ts';

/** Deletes the endpoint and cancels its pending deliveries. */
export async function deleteEndpoint(ctx: Ctx, key: EndpointKey): Promise<void> {
  await getEndpoint(ctx, key);
  await transact(ctx, async (tx) => {
    deletePartnerEndpoint(tx.db, key);
  });
  await cancelEndpointDeliveries(ctx, key.id);
}
