import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { cancelEndpointDeliveries } from '../delivery/cancel-endpoint-deliveries.ts';
import { endpointNotFound } from '../errors.ts';
import { deletePartnerEndpoint } from './store.ts';
import type { EndpointKey } from '../rules.ts';

/** Deletes the endpoint and cancels its pending deliveries. */
export async function deleteEndpoint(ctx: Ctx, key: EndpointKey): Promise<void> {
  await transact(ctx, async (tx) => {
    const deleted = await deletePartnerEndpoint(tx.db, key, tx.clock.now());
    if (deleted === undefined) throw endpointNotFound();
  });
  await cancelEndpointDeliveries(ctx, key.id);
}
