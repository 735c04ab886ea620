import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { listTeam } from '#modules/staff';
import { transact } from '#platform/db';
import { insertAssignment, lockAssignedTo } from './store.ts';

/** Open cases of people whose account was ended have nobody from then on; returns how many. */
export async function unassignEnded(ctx: Ctx, limit: number): Promise<number> {
  const ended = (await listTeam(ctx)).filter(({ active }) => !active).map(({ id }) => id);
  if (ended.length === 0) return 0;
  return transact(ctx, async (tx) => {
    const at = tx.clock.now();
    const rows = await lockAssignedTo(tx.db, ended, limit);
    for (const { id } of rows)
      insertAssignment(tx.db, {
        id: newId('asg', at),
        consultationId: id,
        staffId: null,
        byStaffId: null,
        how: 'ended',
        encryptedReason: null,
        at,
      });
    return rows.length;
  });
}
