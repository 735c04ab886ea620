import type { Ctx } from '#context';
import { writeLogCursor } from '../cursor-rules.ts';
import type { LogTenant } from '../rules.ts';
import { searchLogRows, type LogRow, type LogSearch } from './store.ts';

type FoundEvents = { readonly rows: readonly LogRow[]; readonly hasMore: boolean; readonly cursor: string | null };

/** A page of an account's log in the order of `listEvents`, without the texts. */
export async function searchEvents(ctx: Ctx, tenant: LogTenant, search: LogSearch): Promise<FoundEvents> {
  const found = await searchLogRows(ctx.db, tenant, search);
  const rows = found.slice(0, search.limit);
  const last = rows.at(-1);
  const hasMore = found.length > search.limit;
  const cursor =
    hasMore && last !== undefined
      ? writeLogCursor({ era: last.era, transactionId: last.transaction_id, position: last.place })
      : null;
  return { rows, hasMore, cursor };
}
