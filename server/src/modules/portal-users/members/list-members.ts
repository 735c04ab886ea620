import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isPortalRole } from '#lib/api/portal-roles';
import { listMemberRows } from './store.ts';

/** Institutions have tens of users. */
const membersShown = 500;

/** Who has a role at the institution; the same in both modes. */
export async function listMembers(ctx: Ctx) {
  const { institutionId, userId } = requirePortal(ctx.actor);
  const rows = await listMemberRows(ctx.db, institutionId, membersShown);
  return rows.flatMap(({ id, name, email, role, created_at }) =>
    isPortalRole(role) ? [{ id, name, email, role, you: id === userId, since: created_at.toISOString() }] : [],
  );
}
