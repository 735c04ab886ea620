import type { Ctx } from '#context';
import type { Delivery } from './schemas.ts';
import { deliveryNotFound } from '../errors.ts';
import { readDeliveryTime, toDelivery } from './rules.ts';
import { listDeliveryRows } from './store.ts';

/** One delivery as the list shows it. */
export async function getDelivery(ctx: Ctx, id: string): Promise<Delivery> {
  const filter = { endpointId: undefined, eventId: undefined, state: undefined, before: `${id}~`, limit: 1 };
  const [row] = await listDeliveryRows(ctx.db, { ...filter, createdBy: readDeliveryTime(id) });
  if (row?.id !== id) throw deliveryNotFound();
  return toDelivery(row);
}
