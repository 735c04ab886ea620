import type { Ctx } from '#context';
import { wholePage } from '#lib/api/pagination';
import { statementNotFound } from '../errors.ts';
import { listChangeRows } from './paper-store.ts';
import { findStatementById } from './store.ts';

/** What happened to a statement since it was issued, newest first. */
export async function listStatementChanges(ctx: Ctx, institutionId: string, id: string) {
  if ((await findStatementById(ctx.db, institutionId, id)) === undefined) throw statementNotFound();
  const rows = await listChangeRows(ctx.db, institutionId, id);
  return wholePage(rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })));
}
