import { isPortalRole, type PortalRole } from '#lib/api/portal-roles';
import { lastOwner, ownerRequired, userNotFound } from './errors.ts';

export const invitationTtlS = 7 * 86_400;

/** The associated data for encrypting the authenticator secret of an invitation. */
export const invitationAad = (id: string): string => `portal.invitations/${id}`;

/** Only owners make, change and remove owners. */
export function requireMayAssign(actorRole: PortalRole, ...roles: readonly PortalRole[]): void {
  if (actorRole !== 'owner' && roles.includes('owner')) throw ownerRequired();
}

type LockedRole = { readonly user_id: string; readonly role: string };

type Change = {
  readonly actorId: string;
  readonly targetId: string;
  /** Undefined when the member is removed. */
  readonly to: PortalRole | undefined;
};

/** Refuses a change that is not allowed, judged by the locked roles. Returns the target's current role. */
export function decideRoleChange(roles: readonly LockedRole[], { actorId, targetId, to }: Change): PortalRole {
  const roleOf = (id: string) => roles.find(({ user_id }) => user_id === id)?.role ?? '';
  const [own, before] = [roleOf(actorId), roleOf(targetId)];
  if (!isPortalRole(before)) throw userNotFound();
  // Uses the locked row, since the role that admitted the request may be outdated.
  if (actorId !== targetId) requireMayAssign(isPortalRole(own) ? own : 'read_only', before, ...(to ? [to] : []));
  const owners = roles.filter(({ role }) => role === 'owner').length;
  if (before === 'owner' && to !== 'owner' && owners <= 1) throw lastOwner();
  return before;
}
