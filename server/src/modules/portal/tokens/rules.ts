import { permissionsOf, type PortalPermission, type PortalRole } from '#lib/api/portal-roles';

export const tokenPrefix = 'mwp_';

/** A script's token is made anew each quarter. */
export const tokenDaysMax = 90;

/** As many as one user's scripts need; a bound, so that nobody fills the list. */
export const tokensMax = 50;

/** How old `last_used_at` may be before it is written again. */
export const tokenTouchS = 60;

/** Those of the wanted permissions that the role does not have. */
export const beyondRole = (role: PortalRole, wanted: readonly PortalPermission[]): PortalPermission[] => {
  const own = permissionsOf(role);
  return wanted.filter((permission) => !own.includes(permission));
};
