import type { Submission } from '#modules/facts';
import type { MemberLoss } from './member-store.ts';
import { callContactOf } from './rules.ts';

/** What an institution said about a member's loss. */
export function toSubmission(row: MemberLoss): Submission {
  const { phone, email } = callContactOf(row);
  return {
    sentBy: 'institution',
    sent: {
      vin: row.vin,
      year: row.year ?? undefined,
      make: row.make ?? undefined,
      model: row.model ?? undefined,
      date_of_loss: row.lossDay,
      loss_state: row.lossState ?? undefined,
      insurer: row.carrier ?? undefined,
      claim_number: row.claimNumber ?? undefined,
      offer_cents: row.initialOfferCents ?? undefined,
      first_name: row.firstName,
      last_name: row.lastName,
      email: row.email ?? undefined,
      phone: row.phone ?? undefined,
    },
    called: { phone, email },
    ended: false,
  };
}
