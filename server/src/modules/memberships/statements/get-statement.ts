import type { Ctx } from '#context';
import { getInstitution } from '#modules/partners';
import { statementNotFound } from '../errors.ts';
import { toStatement } from './events.ts';
import type { StatementView } from './schemas.ts';
import { findStatementById } from './store.ts';

/** What a statement's CSV and PDF are made from. */
export type PrintableStatement = { readonly institution: string; readonly statement: StatementView };

/** A statement and the institution it is for. */
export async function getStatement(ctx: Ctx, institutionId: string, id: string): Promise<PrintableStatement> {
  const [{ name }, row] = await Promise.all([
    getInstitution(ctx, institutionId),
    findStatementById(ctx.db, institutionId, id),
  ]);
  if (row === undefined) throw statementNotFound();
  return { institution: name, statement: toStatement(row) };
}
