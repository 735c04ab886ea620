import type { Tx } from '#context';
import type { SettledMoney } from '#modules/checkout';
import { toReferralMoney } from '../rules.ts';
import { findTenant, updateReferrals } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import { getLockedReferral } from './get-locked-referral.ts';
import { moveReferral } from './move-referral.ts';

/**
 * Locks the referral of a consultation that is being settled, and returns what that does to it: an activated one is
 * settled (T6), and what figures count of a settled one follows its parts.
 */
export async function prepareSettlement(tx: Tx, id: string): Promise<(money: SettledMoney) => void> {
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) return () => undefined;
  const referral = await getLockedReferral(tx, tenant, id);
  return ({ settledNow, ...money }) => {
    const changes = toReferralMoney(money);
    if (settledNow && referralTransitions.canMove(referral.status, 'settle'))
      moveReferral(tx, referral, { action: 'settle', ...changes });
    else if (referral.settledAt !== null) updateReferrals(tx.db, [{ ...referral, ...changes }]);
  };
}
