import { permissionsOf, type PortalPermission, type PortalRole } from '#lib/api/portal-roles';

export const tokenPrefix = 'mwp_';

/** Long enough for a script whose token is replaced each quarter. */
export const tokenDaysMax = 90;

/** As many as one user's scripts need; the bound keeps the list from being flooded. */
export const tokensMax = 50;

/** How old `last_used_at` may be before it is written again. */
export const tokenTouchS = 60;

/** The requested permissions that the role does not have. */
export const beyondRole = (role: PortalRole, wanted: readonly PortalPermission[]): PortalPermission[] => {
  const own = permissionsOf(role);
  return wanted.filter((permission) => !own.includes(permission));
};
