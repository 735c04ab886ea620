import type { Ctx, Tx } from '#context';
import { isPortalRole, mayPortal, type PortalPermission } from '#lib/api/portal-roles';
import { findRoleRow } from './store.ts';

type Asked = { readonly userId: string; readonly institutionId: string; readonly permission: PortalPermission };

/** Whether a user has a role at an institution now that allows it; for what they asked for and is done later. */
export async function hasPermission({ db }: Ctx | Tx, { userId, institutionId, permission }: Asked): Promise<boolean> {
  const row = await findRoleRow(db, userId, institutionId);
  return row !== undefined && isPortalRole(row.role) && mayPortal(row.role, permission);
}
