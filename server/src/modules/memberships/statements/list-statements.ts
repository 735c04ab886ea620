import type { Ctx } from '#context';
import { readLimit, toPage, wholePage, writeCursor } from '#lib/api/pagination';
import type { Tenant } from '#modules/partners';
import { readIdRange } from '#platform/http';
import { toStatement } from './events.ts';
import type { StatementQuery } from './schemas.ts';
import { listStatementRows } from './store.ts';

/** Statements are for live rosters; the sandbox has none. */
export async function listStatements(ctx: Ctx, { institutionId, livemode }: Tenant, query: StatementQuery) {
  const limit = readLimit(query.limit);
  const { belowId } = readIdRange('stm', query);
  if (!livemode) return wholePage([]);
  const filter = { period: query.period, status: query.status, belowId, limit: limit + 1 };
  const rows = await listStatementRows(ctx.db, institutionId, filter);
  return toPage(rows, limit, { item: toStatement, cursor: (row) => writeCursor(row.id) });
}
