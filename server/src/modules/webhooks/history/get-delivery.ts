import type { Ctx } from '#context';
import type { Delivery } from './schemas.ts';
import { deliveryNotFound } from '../errors.ts';
import type { DeliveryKey } from '../rules.ts';
import { toDelivery } from './rules.ts';
import { findDeliveryRow } from './store.ts';

/** One delivery of the account as the list shows it; not found for another account. */
export async function getDelivery(ctx: Ctx, key: DeliveryKey): Promise<Delivery> {
  const row = await findDeliveryRow(ctx.db, key);
  if (row === undefined) throw deliveryNotFound();
  return toDelivery(row);
}
