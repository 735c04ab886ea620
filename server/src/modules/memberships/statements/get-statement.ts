import type { Ctx } from '#context';
import { getInstitution } from '#modules/partners';
import { statementNotFound } from '../errors.ts';
import { toStatement } from './events.ts';
import type { StatementView } from './schemas.ts';
import { findStatementSettings } from './paper-store.ts';
import { findStatementById } from './store.ts';

/** What a statement's CSV and PDF are made from. */
export type PrintableStatement = {
  readonly institution: string;
  readonly statement: StatementView;
  /** As they were when it was issued, or as they are now if they were not set then. */
  readonly parties: { readonly issuer: string | null; readonly billTo: string | null; readonly remitTo: string | null };
};

/** A statement and the institution it is for. */
export async function getStatement(ctx: Ctx, institutionId: string, id: string): Promise<PrintableStatement> {
  const [{ name, bill_to: billTo }, row, settings] = await Promise.all([
    getInstitution(ctx, institutionId),
    findStatementById(ctx.db, institutionId, id),
    findStatementSettings(ctx.db),
  ]);
  if (row === undefined) throw statementNotFound();
  return {
    institution: name,
    statement: toStatement(row),
    parties: {
      issuer: row.issuer ?? settings?.issuer ?? null,
      billTo: row.billTo ?? billTo,
      remitTo: row.remitTo ?? settings?.remit_to ?? null,
    },
  };
}
