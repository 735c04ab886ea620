import type { Ctx } from '#context';
import { isPortalRole, type PortalRole } from '#lib/api/portal-roles';
import { findRoleRow } from '../store.ts';
import type { SignedInUser } from './authenticate-portal.ts';

/** The user's role at an institution; undefined when they have none there, or their session does not open it. */
export async function findPortalRole(
  ctx: Ctx,
  { userId, boundTo }: SignedInUser,
  institutionId: string,
): Promise<PortalRole | undefined> {
  if (boundTo !== undefined && boundTo !== institutionId) return undefined;
  const row = await findRoleRow(ctx.db.seeing({ account: institutionId }), userId, institutionId);
  // What an identity provider gave, its own sign-ins open: a password of the same user does not go around it.
  if (row === undefined || (row.by_issuer && boundTo === undefined)) return undefined;
  return isPortalRole(row.role) ? row.role : undefined;
}
