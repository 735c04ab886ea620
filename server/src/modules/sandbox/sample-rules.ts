import { randomInt } from 'node:crypto';
import type { NewEnrollment } from '#modules/memberships';
import type { NewReferral } from '#modules/referrals';
import type { EnrollmentStep, ReferralStep } from './step-rules.ts';

/** How far a sample goes: the steps that are taken right after it was made. */
export const referralSamples = {
  invited: [],
  accepted: ['accept'],
  declined: ['decline'],
  expired: ['expire'],
  settled_with_savings: ['accept', 'start_review', 'complete_review', 'settle'],
  no_market: ['accept', 'start_review', 'find_no_market', 'close'],
} as const satisfies Record<string, readonly (ReferralStep | 'find_no_market')[]>;

export const enrollmentSamples = {
  active: [],
  canceled: ['cancel'],
  loss_reported: ['report_loss'],
  redeemed: ['report_loss', 'settle', 'pass_settled_days'],
} as const satisfies Record<string, readonly EnrollmentStep[]>;

export type ReferralOutcome = keyof typeof referralSamples;
export type EnrollmentOutcome = keyof typeof enrollmentSamples;
export const referralOutcomes = Object.keys(referralSamples) as ReferralOutcome[];
export const enrollmentOutcomes = Object.keys(enrollmentSamples) as EnrollmentOutcome[];

const digits = (count: number): string => Array.from({ length: count }, () => String(randomInt(10))).join('');

/** VIN-shaped, and no vehicle has it: 1SYNTH is nobody's manufacturer code. */
export const syntheticVin = (): string => `1SYNTH${digits(11)}`;

/** Addresses of example.com reach nobody, and 555-0100 to 555-0199 are nobody's numbers. */
const contacts = (name: string) => ({
  email: `${name}-${digits(8)}@example.com`,
  phone: `(${['212', '315', '518', '585', '607', '716', '845', '914'][randomInt(8)]}) 555-01${digits(2)}`,
});

const isoDay = (time: Date): string => time.toISOString().slice(0, 10);

export const sampleReferral = (now: Date): NewReferral => ({
  external_ref: `synthetic-${digits(8)}`,
  borrower: { first_name: 'Synthetic', last_name: 'Borrower', ...contacts('borrower') },
  vehicle: { vin: syntheticVin(), year: 2021, make: 'Synthetic', model: 'Sedan' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: `SYN-${digits(6)}`,
    loss_state: 'NY',
    date_of_loss: isoDay(now),
    initial_offer_cents: 1_500_000,
  },
  liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
});

export const sampleEnrollment = (): NewEnrollment => ({
  external_ref: `synthetic-${digits(8)}`,
  member: { first_name: 'Synthetic', last_name: 'Member', ...contacts('member') },
  vehicle: { vin: syntheticVin(), year: 2022, make: 'Synthetic', model: 'Wagon' },
});
