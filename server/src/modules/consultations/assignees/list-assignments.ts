import type { Ctx } from '#context';
import { assignmentAad, listAssignmentRows, type AssignmentRow } from './store.ts';

type AssignmentView = Omit<AssignmentRow, 'id' | 'sealed_reason'> & { readonly reason: string | null };

/** Who had a case, by whom it was given and why, newest first; the newest hundred. */
export async function listAssignments(ctx: Ctx, consultationId: string): Promise<AssignmentView[]> {
  const rows = await listAssignmentRows(ctx.db, consultationId);
  return rows.map(({ id, sealed_reason: sealed, ...row }) => ({
    ...row,
    reason: sealed === null ? null : ctx.vault.decrypt(sealed, assignmentAad(id)),
  }));
}
