import type { Ctx } from '#context';
import { findInstitutionAccess } from '#modules/partners';
import { hasPermission } from '#modules/portal-users';
import type { RosterFile } from '../store.ts';

/** Why a file must not go on: what its user asked for is theirs only as long as they could ask for it again. */
export async function findStop(
  ctx: Ctx,
  { institutionId, appliedBy }: RosterFile,
): Promise<'institution_suspended' | 'user_removed' | undefined> {
  const [access, allowed] = await Promise.all([
    findInstitutionAccess(ctx, institutionId),
    hasPermission(ctx, { userId: appliedBy ?? '', institutionId, permission: 'rosters.write' }),
  ]);
  if (access?.suspended !== false) return 'institution_suspended';
  return allowed ? undefined : 'user_removed';
}
