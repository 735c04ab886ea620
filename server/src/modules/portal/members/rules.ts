import { isPortalRole, type PortalRole } from '#lib/api/portal-roles';
import { lastOwner, ownerRequired, userNotFound } from './errors.ts';

export const invitationTtlS = 7 * 86_400;

/** The associated data of the authenticator's secret of an invitation. */
export const invitationAad = (id: string): string => `portal.invitations/${id}`;

/** Owners are made, changed and removed by owners. */
export function requireMayAssign(actorRole: PortalRole, ...roles: readonly PortalRole[]): void {
  if (actorRole !== 'owner' && roles.includes('owner')) throw ownerRequired();
}

type LockedRole = { readonly user_id: string; readonly role: string };

type Change = {
  readonly actorId: string;
  readonly targetId: string;
  /** Undefined: they go. */
  readonly to: PortalRole | undefined;
};

/** Refuses what may not be done, by the roles that are locked; returns the role that the target has. */
export function decideRoleChange(roles: readonly LockedRole[], { actorId, targetId, to }: Change): PortalRole {
  const roleOf = (id: string) => roles.find(({ user_id }) => user_id === id)?.role ?? '';
  const [own, before] = [roleOf(actorId), roleOf(targetId)];
  if (!isPortalRole(before)) throw userNotFound();
  // By the locked row: what the request was let in with may be old.
  if (actorId !== targetId) requireMayAssign(isPortalRole(own) ? own : 'read_only', before, ...(to ? [to] : []));
  const owners = roles.filter(({ role }) => role === 'owner').length;
  if (before === 'owner' && to !== 'owner' && owners <= 1) throw lastOwner();
  return before;
}
