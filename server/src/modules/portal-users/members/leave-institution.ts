import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { institutionNotFound } from '../errors.ts';
import { deleteRole, lockRoles, revokeInvitationsBy } from './store.ts';
import { findRoleRow } from '../store.ts';
import { decideRoleChange } from './rules.ts';

/** The user gives up their role at an institution. The last owner cannot. */
export async function leaveInstitution(ctx: Ctx, institutionId: string): Promise<{ ok: true }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  return transact({ ...ctx, db: ctx.db.seeing({ account: institutionId }) }, async (tx) => {
    if ((await findRoleRow(tx.db, userId, institutionId)) === undefined) throw institutionNotFound();
    const roles = await lockRoles(tx.db, institutionId, [userId]);
    decideRoleChange(roles, { actorId: userId, targetId: userId, to: undefined });
    deleteRole(tx.db, institutionId, userId);
    revokeInvitationsBy(tx.db, institutionId, { userId, now: tx.clock.now() });
    const operation = 'portal-users.leave-institution';
    await recordEntry(tx, { kind: 'action', operation, userId, institutionId, credentialId, subjectId: userId });
    return { ok: true };
  });
}
