import type { Ctx } from '#context';
import { decodeBase62 } from '#lib/base62';
import { newId } from '#lib/ids';
import { transact } from '#platform/db';
import type { Delivery, DeliveryPage } from './delivery-schemas.ts';
import { deliveryNotFound } from './errors.ts';
import { insertResent, listDeliveryRows, type DeliveryFilter, type DeliveryRow } from './history-store.ts';

/** What was told, to whom, and how each attempt went; newest first. */
export async function listDeliveries(ctx: Ctx, filter: Omit<DeliveryFilter, 'createdBy'>): Promise<DeliveryPage> {
  const rows = await listDeliveryRows(ctx.db, { ...filter, createdBy: timeOf(filter.before) });
  const data = rows.slice(0, filter.limit).map(toDelivery);
  const more = rows.length > filter.limit;
  return { object: 'list', data, has_more: more, next_cursor: more ? (data.at(-1)?.id ?? null) : null };
}

/** When the delivery of this id was made; undefined when it is no id of ours. */
function timeOf(id: string | undefined): Date | undefined {
  const made = decodeBase62(id?.slice('dlv_'.length, 'dlv_'.length + 8) ?? '');
  // Every time up to the year 9999 is one that the database knows.
  return made === undefined || made > Date.UTC(9999, 0) ? undefined : new Date(made);
}

/** The same event once more, under a delivery id of its own and with a fresh schedule (decision 125). */
export async function resendDelivery(ctx: Ctx, deliveryId: string): Promise<Delivery> {
  const now = ctx.clock.now();
  const fresh = newId('dlv', now);
  await transact(ctx, async (tx) => {
    const inserted = await insertResent(tx.db, deliveryId, { id: fresh, now });
    if (inserted === undefined) throw deliveryNotFound();
  });
  return getDelivery(ctx, fresh);
}

/** One delivery as the list shows it. */
export async function getDelivery(ctx: Ctx, id: string): Promise<Delivery> {
  const filter = { endpointId: undefined, eventId: undefined, state: undefined, before: `${id}~`, limit: 1 };
  const [row] = await listDeliveryRows(ctx.db, { ...filter, createdBy: timeOf(id) });
  if (row?.id !== id) throw deliveryNotFound();
  return toDelivery(row);
}

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event_id: row.event_id,
  endpoint_id: row.endpoint_id,
  type: row.event_type,
  state: row.state,
  attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
