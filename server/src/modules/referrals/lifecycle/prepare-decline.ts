import type { Tx } from '#context';
import { findTenant } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import { getLockedReferral } from './get-locked-referral.ts';
import { moveReferral } from './move-referral.ts';

/**
 * Locks the referral of a borrower who says no on the telephone, and returns what that does to it (T6): it is declined,
 * or closed when it was activated. A settled one stays as it is: the insurer has paid, and only the calls end. Nothing
 * about the referral keeps a no from being recorded.
 */
export async function prepareDecline(tx: Tx, id: string): Promise<() => void> {
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) return () => undefined;
  const referral = await getLockedReferral(tx, tenant, id);
  return () => {
    if (referralTransitions.canMove(referral.status, 'decline')) moveReferral(tx, referral, { action: 'decline' });
    else if (referral.status === 'activated') moveReferral(tx, referral, { action: 'close' });
  };
}
