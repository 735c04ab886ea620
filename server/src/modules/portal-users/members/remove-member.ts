import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { ownRole } from './errors.ts';
import { deleteRole, lockRoles, revokeInvitationsBy } from './store.ts';
import { decideRoleChange } from './rules.ts';

/** Takes somebody's role at the institution; their account, and their roles elsewhere, stay. */
export async function removeMember(ctx: Ctx, userId: string): Promise<{ ok: true }> {
  const { institutionId, userId: actorId } = requirePortal(ctx.actor);
  if (userId === actorId) throw ownRole();
  return transact(ctx, async (tx) => {
    const roles = await lockRoles(tx.db, institutionId, [actorId, userId]);
    decideRoleChange(roles, { actorId, targetId: userId, to: undefined });
    deleteRole(tx.db, institutionId, userId);
    revokeInvitationsBy(tx.db, institutionId, { userId, now: tx.clock.now() });
    return { ok: true };
  });
}
