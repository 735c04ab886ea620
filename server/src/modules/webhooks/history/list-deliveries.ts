import type { Ctx } from '#context';
import type { DeliveryPage } from './schemas.ts';
import { readDeliveryTime, toDelivery } from './rules.ts';
import { type DeliveryFilter, listDeliveryRows } from './store.ts';

/** Deliveries with their endpoints and attempts; newest first. */
export async function listDeliveries(ctx: Ctx, filter: Omit<DeliveryFilter, 'createdBy'>): Promise<DeliveryPage> {
  const rows = await listDeliveryRows(ctx.db, { ...filter, createdBy: readDeliveryTime(filter.before) });
  const data = rows.slice(0, filter.limit).map(toDelivery);
  const more = rows.length > filter.limit;
  return { object: 'list', data, has_more: more, next_cursor: more ? (data.at(-1)?.id ?? null) : null };
}
