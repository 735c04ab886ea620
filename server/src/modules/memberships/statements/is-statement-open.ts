import type { Ctx } from '#context';
import { findStatementById } from './store.ts';

type StatementMessage = { readonly subjectId: string; readonly subjectVersion: string | undefined };

/** Whether a mailed statement still holds; its version names the institution. */
export async function isStatementOpen(ctx: Ctx, { subjectId, subjectVersion }: StatementMessage): Promise<boolean> {
  const statement = await findStatementById(ctx.db, subjectVersion ?? '', subjectId);
  return statement !== undefined && statement.status !== 'void';
}
