import type { Ctx } from '#context';
import { getInstitution } from '#modules/partners';
import { readLimit, toPage, wholePage, writeCursor } from '#lib/pages';
import { statementNotFound } from './errors.ts';
import { idRange } from './list-enrollments.ts';
import { toStatement } from './loss-events.ts';
import type { StatementQuery, StatementView } from './loss-schemas.ts';
import { findStatementById, listStatementRows } from './statement-store.ts';
import type { Owner } from './store.ts';

/** Statements are of live rosters; in the sandbox there are none. */
export async function listStatements(ctx: Ctx, { institutionId, livemode }: Owner, query: StatementQuery) {
  const limit = readLimit(query.limit);
  const { belowId } = idRange('stm', query);
  if (!livemode) return wholePage([]);
  const filter = { period: query.period, status: query.status, belowId, limit: limit + 1 };
  const rows = await listStatementRows(ctx.db, institutionId, filter);
  return toPage(rows, limit, { item: toStatement, cursor: (row) => writeCursor(row.id) });
}

/** What a statement's papers are made from. */
export type StatementPaper = { readonly institution: string; readonly statement: StatementView };

/** A statement and whom it is for. */
export async function getStatement(ctx: Ctx, institutionId: string, id: string): Promise<StatementPaper> {
  const [{ name }, row] = await Promise.all([
    getInstitution(ctx, institutionId),
    findStatementById(ctx.db, institutionId, id),
  ]);
  if (row === undefined) throw statementNotFound();
  return { institution: name, statement: toStatement(row) };
}
