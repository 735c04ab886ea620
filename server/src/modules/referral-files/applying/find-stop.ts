import type { Tx } from '#context';
import { getInstitution } from '#modules/partners';
import { hasPermission } from '#modules/portal-users';
import type { ReferralFile } from '../store.ts';

/** Why a file must not go on: what its user asked for is theirs only as long as they could ask for it again. */
export async function findStop(
  tx: Tx,
  { institutionId, appliedBy }: ReferralFile,
): Promise<'institution_suspended' | 'user_removed' | undefined> {
  const [{ status }, allowed] = await Promise.all([
    getInstitution(tx, institutionId),
    hasPermission(tx, { userId: appliedBy ?? '', institutionId, permission: 'referrals.write' }),
  ]);
  if (status !== 'active') return 'institution_suspended';
  return allowed ? undefined : 'user_removed';
}
