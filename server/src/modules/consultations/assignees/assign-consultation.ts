import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { listStaffNames, listTeam } from '#modules/staff';
import { transact } from '#platform/db';
import { assigneeChanged, consultationClosed, consultationNotFound, leadAssigns, staffInactive } from '../errors.ts';
import { isClosed } from '../rules.ts';
import { decideAssign } from './rules.ts';
import type { Assign, Assignee } from './schemas.ts';
import { assignmentAad, insertAssignment, lockAssignees } from './store.ts';

type AssignConsultation = { readonly id: string; readonly change: Assign };

/** Gives a case to somebody: taken over, handed over, or assigned by a lead. Who has the lease is another matter. */
export async function assignConsultation(ctx: Ctx, { id, change }: AssignConsultation): Promise<Assignee> {
  const actor = requireStaff(ctx.actor);
  const { staff_id: after, reason } = change;
  return transact(ctx, async (tx) => {
    const at = tx.clock.now();
    const [row] = await lockAssignees(tx.db, [id]);
    if (row === undefined) throw consultationNotFound();
    if (isClosed(row, at)) throw consultationClosed();
    const before = row.assignee_id;
    if (change.seen !== undefined && change.seen !== before && after !== before) throw await toChangedError(tx, before);
    const verdict = decideAssign({ actor, before: before ?? undefined, after: after ?? undefined });
    if (verdict.kind === 'lead_only') throw leadAssigns();
    const name = after === null ? null : await getActiveName(tx, after);
    const assignmentId = newId('asg', at);
    if (verdict.kind === 'assign')
      insertAssignment(tx.db, {
        id: assignmentId,
        consultationId: id,
        staffId: after,
        byStaffId: actor.staffId,
        how: verdict.how,
        encryptedReason: reason === undefined ? null : tx.vault.encrypt(reason, assignmentAad(assignmentId)),
        at,
      });
    return { object: 'assignee', consultation_id: id, staff_id: after, name };
  });
}

async function getActiveName(tx: Tx, staffId: string): Promise<string> {
  const member = (await listTeam(tx)).find(({ id, active }) => id === staffId && active);
  if (member === undefined) throw staffInactive();
  return member.name;
}

async function toChangedError(tx: Tx, staffId: string | null) {
  const names = await listStaffNames(tx, staffId === null ? [] : [staffId]);
  return assigneeChanged(staffId === null ? null : { staff_id: staffId, name: names.get(staffId) ?? 'Somebody' });
}
