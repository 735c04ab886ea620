import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { deleteDevices } from '../devices/store.ts';
import { lockStaff } from '../store.ts';
import { revokeAllSessions } from './store.ts';

/** Signs a member out everywhere; they may sign in again. */
export async function endSessions(ctx: Ctx, staffId: string): Promise<{ ok: true }> {
  requireRole(ctx.actor, 'administrator');
  await transact(ctx, async (tx) => {
    const [member] = await lockStaff(tx.db, [staffId]);
    if (member === undefined) throw notFound('Nobody of the team has this id.');
    revokeAllSessions(tx.db, staffId, tx.clock.now());
    deleteDevices(tx.db, staffId);
  });
  return { ok: true };
}
