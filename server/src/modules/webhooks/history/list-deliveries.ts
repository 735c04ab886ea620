import type { Ctx } from '#context';
import type { AccountMode } from '../rules.ts';
import type { DeliveryPage } from './schemas.ts';
import { readDeliveryTime, toDelivery } from './rules.ts';
import { type DeliveryFilter, listDeliveryRows } from './store.ts';

type Filter = Omit<DeliveryFilter, 'owner' | 'createdBy'>;

/** Deliveries of an account, or of all for staff, with their endpoints and attempts; newest first. */
export async function listDeliveries(ctx: Ctx, owner: AccountMode | 'all', filter: Filter): Promise<DeliveryPage> {
  const rows = await listDeliveryRows(ctx.db, { ...filter, owner, createdBy: readDeliveryTime(filter.before) });
  const data = rows.slice(0, filter.limit).map(toDelivery);
  const more = rows.length > filter.limit;
  return { object: 'list', data, has_more: more, next_cursor: more ? (data.at(-1)?.id ?? null) : null };
}
