import type { Tx } from '#context';
import { requireLocked, moveReferral } from './move-referral.ts';
import { referralNotFound } from './errors.ts';
import { canMove } from './rules.ts';
import { findOwner } from './store.ts';

/**
 * Holds the referral of a borrower who says no on the telephone, and gives what that means for it (T6): it is declined, or
 * closed when it was activated. A settled one stays as it is: the insurer has paid, and only the calls end.
 */
export async function takeNo(tx: Tx, id: string): Promise<() => void> {
  const owner = await findOwner(tx.db, id);
  if (owner === undefined) throw referralNotFound();
  const referral = await requireLocked(tx, owner, id);
  return () => {
    if (canMove(referral.status, 'decline')) moveReferral(tx, referral, { action: 'decline' });
    else if (referral.status === 'activated') moveReferral(tx, referral, { action: 'close' });
  };
}
