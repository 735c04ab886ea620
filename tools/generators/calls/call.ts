import type { IntakeRequest } from '../made/hey/agent/types.gen.ts';
import type { NewReferral } from '../made/hey/partner/types.gen.ts';

/** The service's address, and a key for each API. */
export type Service = {
  readonly baseUrl: string;
  readonly agentKey: string;
  readonly partnerKey: string;
  /** Resolves when the event list is complete, since it may lag a moment. */
  untilListed(): Promise<unknown>;
};

/** The results of a generated client, read through its own types. */
export type Seen = {
  readonly pollToken: string;
  readonly polledStatus: string;
  readonly credential: string;
  readonly referralId: string;
  /** From the 409 of the second attempt, by its code. */
  readonly existingId: string | undefined;
  /** From the events about the referral, by their type. */
  readonly eventReferralIds: readonly string[];
};

/** Synthetic. */
export const newIntake = (): IntakeRequest => ({
  agent: { name: 'Synthetic Agent', platform: 'synthetic-agent' },
  customer: { email: `owner-${crypto.randomUUID()}@example.com` },
  consent: { attestation: 'The owner asked me to submit this and knows that a person will call.' },
});

/** Synthetic. */
export const referral = (vin: string): NewReferral => ({
  borrower: { first_name: 'Synthetic', last_name: 'Borrower', email: 'borrower@example.com' },
  vehicle: { vin, year: 2021, make: 'Synthetic', model: 'Sedan' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: 'CLM-1001',
    loss_state: 'NY',
    date_of_loss: '2026-11-01',
    initial_offer_cents: 1_500_000,
  },
  liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
});
