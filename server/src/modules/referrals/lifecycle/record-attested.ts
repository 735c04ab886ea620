import type { Tx } from '#context';
import { recordConsent } from '#modules/consent';
import { contactsOf } from '../rules.ts';
import type { Referral } from '../store.ts';

/** The ledger tells what the institution says of borrowers: that they may be invited, or that they agreed to a call. */
export function recordAttested(tx: Tx, referrals: readonly Referral[], attestation?: string): void {
  recordConsent(
    tx,
    ...referrals.map((referral) => ({
      kind: 'attested' as const,
      contacts: contactsOf(referral),
      subjectId: referral.id,
      details: {
        institution_id: referral.institutionId,
        program: referral.program.mode,
        submitted_via: referral.submittedVia,
        ...referral.consent,
        ...(attestation === undefined ? {} : { attestation }),
      },
    })),
  );
}
