import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import type { Delivery } from './schemas.ts';
import { deliveryNotFound } from '../errors.ts';
import { getDelivery } from './get-delivery.ts';
import type { DeliveryKey } from '../rules.ts';
import { insertResent } from './store.ts';

/** Delivers the same event again, under a new delivery id and with a new schedule (D-125). */
export async function resendDelivery(ctx: Ctx, key: DeliveryKey): Promise<Delivery> {
  const now = ctx.clock.now();
  const fresh = newId('dlv', now);
  await transact(ctx, async (tx) => {
    const inserted = await insertResent(tx.db, key, { id: fresh, now });
    if (inserted === undefined) throw deliveryNotFound();
  });
  return getDelivery(ctx, { ...key, id: fresh });
}
