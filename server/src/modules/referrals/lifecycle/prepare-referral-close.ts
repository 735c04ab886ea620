import type { Tx } from '#context';
import { statusAt } from '../rules.ts';
import { findTenant } from '../store.ts';
import { referralTransitions } from '../transitions.ts';
import { getLockedReferral } from './get-locked-referral.ts';
import { moveReferral } from './move-referral.ts';

/** Locks the referral of a case that is to be closed; it is closed with it where T6 allows that, and never comes back. */
export async function prepareReferralClose(tx: Tx, id: string) {
  const tenant = await findTenant(tx.db, id);
  const referral = tenant && (await getLockedReferral(tx, tenant, id));
  return {
    hindrance: undefined,
    end(): void {
      if (referral === undefined) return;
      if (referralTransitions.canMove(statusAt(referral, tx.clock.now()), 'close'))
        moveReferral(tx, referral, { action: 'close' });
    },
    resume: async () => undefined,
  };
}
