import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { invalidState, statementNotFound } from '../errors.ts';
import { getStatement } from './get-statement.ts';
import type { StatementChange } from './paper-schemas.ts';
import { insertStatementChange, lockStatement, updateStatementStatus } from './paper-store.ts';
import type { StatementView } from './schemas.ts';

type StatementId = { readonly institutionId: string; readonly id: string };

/**
 * Marks a statement as paid or void, or opens one again that was marked paid by mistake. What is void stays void: its
 * number is in the books. A repeat changes nothing.
 */
export async function setStatementStatus(
  ctx: Ctx,
  { institutionId, id }: StatementId,
  { status, note }: StatementChange,
): Promise<StatementView> {
  const { staffId } = requireStaff(ctx.actor);
  if (status !== 'paid' && note === undefined) throw validationFailed([{ path: 'note', message: 'must say why' }]);
  await transact(ctx, async (tx) => {
    const before = await lockStatement(tx.db, institutionId, id);
    if (before === undefined) throw statementNotFound();
    if (before.status === status) return;
    const possible = before.status === 'issued' || (before.status === 'paid' && status === 'issued');
    if (!possible) throw invalidState(before.status);
    updateStatementStatus(tx.db, { institutionId, id }, status);
    insertStatementChange(
      tx.db,
      { institutionId, id },
      { kind: status === 'issued' ? 'reopened' : status, staff_id: staffId, at: tx.clock.now(), note: note ?? null },
    );
  });
  return (await getStatement(ctx, institutionId, id)).statement;
}
