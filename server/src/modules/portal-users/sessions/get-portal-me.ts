import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { isPortalRole } from '#lib/api/portal-roles';
import { listInstitutionAccess } from '#modules/partners';
import { unauthorized } from '#platform/errors';
import type { PortalMe } from '../schemas.ts';
import { findUser, listOwnRoles } from '../store.ts';

/** More than any administrator serves; the list is no search. */
const institutionsMax = 500;

/** Who is signed in, and where they have a role. */
export async function getPortalMe(ctx: Ctx, boundTo: string | undefined): Promise<PortalMe> {
  const { userId, freshUntil } = requirePortalUser(ctx.actor);
  // Their own roles, at whichever institutions.
  const db = ctx.db.seeing('all');
  const [user, roles] = await Promise.all([findUser(db, userId), listOwnRoles(db, userId, institutionsMax)]);
  if (user === undefined) throw unauthorized();
  const shown = roles.filter(({ institution_id: id, by_issuer }) =>
    boundTo === undefined ? !by_issuer : boundTo === id,
  );
  const accesses = await listInstitutionAccess(
    { db },
    shown.map(({ institution_id: id }) => id),
  );
  return {
    id: userId,
    name: user.name,
    email: user.email,
    fresh_until: freshUntil?.toISOString() ?? null,
    institutions: shown.flatMap(({ institution_id: id, role }) => {
      const access = accesses.get(id);
      if (access === undefined || !isPortalRole(role)) return [];
      const { name, suspended, liveOpenedAt } = access;
      return [{ id, name, role, suspended, live_open: liveOpenedAt !== undefined }];
    }),
  };
}
