import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import type { PortalRole } from '#lib/api/portal-roles';
import { transact } from '#platform/db';
import { queueSecurityNotice } from '../queue-security-notice.ts';
import { composeMemberNews } from './compose-member-news.ts';
import { ownRole } from './errors.ts';
import { lockRoles, revokeInvitationsBy, updateRole } from './store.ts';
import { decideRoleChange } from './rules.ts';

/** Gives somebody at the institution another role, from their next request on. */
export async function changeRole(
  ctx: Ctx,
  userId: string,
  role: PortalRole,
): Promise<{ id: string; role: PortalRole }> {
  const { institutionId, userId: actorId } = requirePortal(ctx.actor);
  if (userId === actorId) throw ownRole();
  return transact(ctx, async (tx) => {
    const roles = await lockRoles(tx.db, institutionId, [actorId, userId]);
    const before = decideRoleChange(roles, { actorId, targetId: userId, to: role });
    updateRole(tx.db, institutionId, { userId, role });
    if (role !== 'owner') revokeInvitationsBy(tx.db, institutionId, { userId, now: tx.clock.now() });
    if (role !== before) await queueSecurityNotice(tx, institutionId, composeMemberNews('role changed', role));
    return { id: userId, role };
  });
}
