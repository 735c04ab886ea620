import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isPortalRole } from '#lib/api/portal-roles';
import { transact } from '#platform/db';
import { invitationNotFound } from './errors.ts';
import { revokeInvitationRow } from './store.ts';
import { requireMayAssign } from './rules.ts';

/** From the commit on its link opens nothing. */
export async function revokeInvitation(ctx: Ctx, id: string): Promise<{ ok: true }> {
  const { institutionId, role } = requirePortal(ctx.actor);
  return transact(ctx, async (tx) => {
    const revoked = await revokeInvitationRow(tx.db, institutionId, { id, now: tx.clock.now() });
    if (revoked === undefined) throw invitationNotFound();
    if (isPortalRole(revoked.role)) requireMayAssign(role, revoked.role);
    return { ok: true };
  });
}
