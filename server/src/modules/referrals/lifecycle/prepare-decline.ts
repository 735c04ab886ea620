import { requireStaff } from '#actor';
import type { Tx } from '#context';
import { findTenant } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import { lockWithMoney } from './lock-with-money.ts';
import { moveReferral } from './move-referral.ts';

/**
 * Locks the referral of a borrower who says no on the telephone, and returns what that does to it (T6): it is declined,
 * or closed when it was activated, and then what is held for it is given back. A settled one stays as it is: the insurer
 * has paid, and only the calls end. Nothing about the referral keeps a no from being recorded.
 */
export async function prepareDecline(tx: Tx, id: string): Promise<() => Promise<void>> {
  const { staffId } = requireStaff(tx.actor);
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) return async () => undefined;
  const { referral, money } = await lockWithMoney(tx, tenant, id);
  return async () => {
    if (referralTransitions.canMove(referral.status, 'decline')) moveReferral(tx, referral, { action: 'decline' });
    else if (referral.status === 'activated') {
      await money?.release(staffId);
      moveReferral(tx, referral, { action: 'close' });
    }
  };
}
