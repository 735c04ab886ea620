import type { Ctx } from '#context';
import { partitionsOverdueSince, transact } from '#platform/db';
import { historyDays, toDelivery, readDeliveryTime } from './rules.ts';
import { deliveryNotFound } from '../errors.ts';
import type { DeliveryKey, AccountMode } from '../rules.ts';
import type { DeliveryDetail, Delivery, DeliveryPage } from './schemas.ts';
import {
  findDeliveryContent,
  findDeliveryRow,
  type DeliveryFilter,
  listDeliveryRows,
  insertAllResent,
  insertResent,
} from './store.ts';
import { showBody, toAttempt, toSummary, writePosition } from './portal-rules.ts';
import type { PortalDelivery, DeliverySummary, ResendResult, FoundPage } from './portal-schemas.ts';
import { newId } from '#lib/tokens/ids';
import { searchDeliveryRows, type DeliverySearch } from './search-store.ts';

/** Deliveries of an account and mode, including those of deleted endpoints; newest first. */
export async function searchDeliveries(ctx: Ctx, owner: AccountMode, search: DeliverySearch): Promise<FoundPage> {
  const { rows, lookedTo } = await searchDeliveryRows(ctx.db, owner, search);
  const shown = rows.slice(0, search.limit);
  const last = shown.at(-1);
  const full = rows.length > search.limit && last !== undefined;
  const next = full ? { at: last.created_at, id: last.id } : lookedTo;
  return {
    object: 'list',
    data: shown.map(toSummary),
    has_more: next !== undefined,
    next_cursor: next === undefined ? null : writePosition(next),
    // Older ones may match too; the next page continues from there.
    searched_to: full || lookedTo === undefined ? null : lookedTo.at.toISOString(),
  };
}

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

/** Delivers the same events again, each under a new id, in the lane that never delays live events (D-125). */
export async function resendDeliveries(ctx: Ctx, owner: AccountMode, ids: readonly string[]): Promise<ResendResult> {
  const resent = await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    return insertAllResent(tx.db, owner, { ids, freshIds: ids.map(() => newId('dlv', now)), now });
  });
  const done = new Set(resent.map(({ delivery_id }) => delivery_id));
  return { object: 'portal.resend', resent, refused: ids.filter((id) => !done.has(id)) };
}

type Filter = Omit<DeliveryFilter, 'owner' | 'createdBy'>;

/** Deliveries of an account, or of all for staff, with their endpoints and attempts; newest first. */
export async function listDeliveries(ctx: Ctx, owner: AccountMode | 'all', filter: Filter): Promise<DeliveryPage> {
  const rows = await listDeliveryRows(ctx.db, { ...filter, owner, createdBy: readDeliveryTime(filter.before) });
  const data = rows.slice(0, filter.limit).map(toDelivery);
  const more = rows.length > filter.limit;
  return { object: 'list', data, has_more: more, next_cursor: more ? (data.at(-1)?.id ?? null) : null };
}

/** One delivery as the portal's list shows it. */
export async function getSummary(ctx: Ctx, key: DeliveryKey): Promise<DeliverySummary> {
  const row = await findDeliveryRow(ctx.db, key);
  if (row === undefined) throw deliveryNotFound();
  return toSummary(row);
}

/** One delivery with each request as it was sent, and each answer; with `mask`, without borrowers' contacts. */
export async function getPortalDelivery(ctx: Ctx, key: DeliveryKey, mask: boolean): Promise<PortalDelivery> {
  const [row, content] = await Promise.all([findDeliveryRow(ctx.db, key), findDeliveryContent(ctx.db, key)]);
  if (row === undefined || content === undefined) throw deliveryNotFound();
  const shown = showBody(row, content.body, mask);
  return {
    id: row.id,
    event_id: row.event_id,
    endpoint_id: row.endpoint_id,
    endpoint_deleted: content.url === null,
    url: content.url,
    type: row.event_type,
    state: row.state,
    body: shown.body,
    masked: shown.hidden !== undefined && shown.hidden.size > 0,
    attempts: row.attempts.map((made) => toAttempt(row, made, { ...shown, body: content.body })),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** One delivery of the account as the list shows it; not found for another account. */
export async function getDelivery(ctx: Ctx, key: DeliveryKey): Promise<Delivery> {
  const row = await findDeliveryRow(ctx.db, key);
  if (row === undefined) throw deliveryNotFound();
  return toDelivery(row);
}

/** One delivery of the account with the exact sent text, and the receiver's answer to each attempt. */
export async function getDeliveryDetail(ctx: Ctx, key: DeliveryKey): Promise<DeliveryDetail> {
  const [row, content] = await Promise.all([findDeliveryRow(ctx.db, key), findDeliveryContent(ctx.db, key)]);
  if (row === undefined || content === undefined) throw deliveryNotFound();
  return {
    ...toDelivery(row),
    url: content.url,
    body: content.body,
    answers: row.attempts.map(({ number, answer }) => ({ number, text: answer })),
  };
}

/** Since when the maintenance has been overdue, of the table that is furthest behind. */
export async function findHistoryOverdueSince(ctx: Ctx): Promise<Date | undefined> {
  const now = ctx.clock.now();
  const since = await Promise.all(historyDays.map((table) => partitionsOverdueSince(ctx.db, table, now)));
  return since.filter((at) => at !== undefined).toSorted((one, other) => one.getTime() - other.getTime())[0];
}
