import type { Ctx } from '#context';
import { deliveryNotFound } from '../errors.ts';
import type { DeliveryKey } from '../rules.ts';
import { toSummary } from './portal-rules.ts';
import type { DeliverySummary } from './portal-schemas.ts';
import { findDeliveryRow } from './store.ts';

/** One delivery as the portal's list shows it. */
export async function getSummary(ctx: Ctx, key: DeliveryKey): Promise<DeliverySummary> {
  const row = await findDeliveryRow(ctx.db, key);
  if (row === undefined) throw deliveryNotFound();
  return toSummary(row);
}
