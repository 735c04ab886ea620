import type { Submission } from '#modules/facts';
import { callContactOf, lossDayOf } from './rules.ts';
import type { Referral } from './store.ts';

/** What an institution said about a case. */
export function toSubmission(referral: Referral): Submission {
  const { borrower, vehicle, claim, liability } = referral;
  const { phone, email } = callContactOf(referral);
  return {
    sentBy: 'institution',
    sent: {
      vin: vehicle.vin,
      year: vehicle.year,
      make: vehicle.make,
      model: vehicle.model,
      date_of_loss: lossDayOf(referral),
      loss_state: claim.loss_state,
      insurer: claim.carrier,
      claim_number: claim.claim_number,
      offer_cents: claim.initial_offer_cents,
      payoff_cents: liability.loan_payoff_cents,
      deductible_cents: liability.deductible_cents,
      first_name: borrower.first_name,
      last_name: borrower.last_name,
      email: borrower.email ?? undefined,
      phone: borrower.phone ?? undefined,
    },
    called: { phone, email },
    ended: false,
  };
}
