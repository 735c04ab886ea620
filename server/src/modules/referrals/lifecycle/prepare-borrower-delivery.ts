import type { Tx } from '#context';
import { borrowerPays, consultationNotReady, type ReadyForDelivery } from '#modules/checkout';
import { callContactOf, offerOf, statusAt } from '../rules.ts';
import { findTenant } from '../store.ts';
import { findClaimState } from './borrowers.ts';
import { getLockedReferral } from './get-locked-referral.ts';

/**
 * Locks the referral of a borrower whose consultation was given. If the program lets the borrower pay, they get a
 * checkout: representation for the price minus the institution's part, and research if it costs less than that.
 */
export async function prepareBorrowerDelivery(tx: Tx, id: string): Promise<ReadyForDelivery | undefined> {
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) return undefined;
  const referral = await getLockedReferral(tx, tenant, id);
  const status = statusAt(referral, tx.clock.now());
  if (status !== 'activated' && status !== 'settled') throw consultationNotReady();
  const { priceCents, program } = referral;
  const borrower = program.mode === 'institution_paid' ? undefined : borrowerPays(priceCents);
  if (borrower === undefined) return undefined;
  const { email, phone } = callContactOf(referral);
  return {
    contacts: { email, phone },
    discountApplied: false,
    offer: offerOf(referral),
    state: findClaimState(referral),
    borrower,
  };
}
