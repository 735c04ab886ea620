import type { Ctx } from '#context';
import { writeLogCursor } from '../events/cursor-rules.ts';
import type { LogAccount } from '../events/rules.ts';
import type { LogCursor } from '../events/store.ts';
import { searchLogRows, type LogRow, type LogSearch } from './store.ts';

type FoundEvents = { readonly rows: readonly LogRow[]; readonly hasMore: boolean; readonly cursor: string | null };

/** A page of an account's log in the order of `listEvents`, without the texts. */
export async function searchEvents(ctx: Ctx, tenant: LogAccount, search: LogSearch): Promise<FoundEvents> {
  const found = await searchLogRows(ctx.db, tenant, search);
  const rows = found.slice(0, search.limit);
  const hasMore = found.length > search.limit;
  // Reading forwards always gives a cursor, also when there is nothing more yet.
  const goesOn = hasMore || search.order === 'asc';
  const last = goesOn ? (toCursor(rows.at(-1)) ?? search.after) : undefined;
  return { rows, hasMore, cursor: last === undefined ? null : writeLogCursor(last) };
}

const toCursor = (row: LogRow | undefined): LogCursor | undefined =>
  row && { era: row.era, transactionId: row.transaction_id, position: row.place };
