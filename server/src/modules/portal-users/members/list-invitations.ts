import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isPortalRole } from '#lib/api/portal-roles';
import { invitationsOpenMax } from '../limit-rules.ts';
import { listOpenInvitations } from './store.ts';

/** Invitations that can still be accepted. */
export async function listInvitations(ctx: Ctx) {
  const { institutionId } = requirePortal(ctx.actor);
  const rows = await listOpenInvitations(ctx.db, institutionId, { now: ctx.clock.now(), limit: invitationsOpenMax });
  return rows.flatMap(({ id, email, role, inviter, created_at, expires_at }) =>
    isPortalRole(role)
      ? [
          {
            id,
            email,
            role,
            invited_by: inviter,
            created_at: created_at.toISOString(),
            expires_at: expires_at.toISOString(),
          },
        ]
      : [],
  );
}
