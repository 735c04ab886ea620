import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { insertAssignment, lockAssignees } from './store.ts';

/**
 * Cases that nobody has belong to the staff member who works on them now: who heard the yes, promised to call back or
 * began the consultation. Anybody else's work makes them nobody's, and a case that somebody has stays theirs.
 */
export async function assignUnowned(tx: Tx, ids: readonly string[]): Promise<void> {
  const { actor } = tx;
  if (actor.kind !== 'staff' || ids.length === 0) return;
  const at = tx.clock.now();
  for (const { id, assignee_id: before, closed_at: closedAt } of await lockAssignees(tx.db, ids))
    if (before === null && closedAt === null)
      insertAssignment(tx.db, {
        id: newId('asg', at),
        consultationId: id,
        staffId: actor.staffId,
        byStaffId: actor.staffId,
        how: 'worked',
        encryptedReason: null,
        at,
      });
}
