import { randomInt } from 'node:crypto';
import type { PartnerEventType } from '#modules/webhooks';
import type { EnrollmentStatus, NewEnrollment } from '#modules/memberships';
import type { NewReferral, ReferralView } from '#modules/referrals';

/** A sample's outcome: the steps taken right after it is created. */
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

/** Has the form of a VIN but belongs to no vehicle: 1SYNTH is not an assigned manufacturer code. */
export const syntheticVin = (): string => `1SYNTH${digits(11)}`;

/** Email to example.com is not delivered, and 555-0100 to 555-0199 are not assigned to anyone. */
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

/** What a step simulates: a person acts, or time passes for this one object. */
type StepKind = 'action' | 'time';

type Step = {
  readonly label: string;
  readonly kind: StepKind;
  /** The events that follow. */
  readonly publishes: readonly PartnerEventType[];
};

type ReferralFacts = {
  readonly status: ReferralView['status'];
  readonly review: 'in_review' | 'completed' | undefined;
  /** The free consultation was given. */
  readonly delivered: boolean;
};

type EnrollmentFacts = {
  readonly status: EnrollmentStatus;
  /** Whether the claim behind the reported loss is settled; undefined without an open redemption. */
  readonly settled: boolean | undefined;
};

const table =
  <Facts>() =>
  <const Name extends string>(steps: Readonly<Record<Name, Step & { possible(facts: Facts): boolean }>>) =>
    steps;

const isReferral =
  (...statuses: readonly ReferralView['status'][]) =>
  ({ status }: Pick<ReferralFacts, 'status'>): boolean =>
    statuses.includes(status);

/** Every step of a referral and of its review. */
export const referralSteps = table<ReferralFacts>()({
  accept: {
    label: 'The borrower accepts',
    kind: 'action',
    publishes: ['referral.activated'],
    possible: isReferral('invited'),
  },
  attest: {
    label: 'You attest a warm handoff',
    kind: 'action',
    publishes: ['referral.activated'],
    possible: isReferral('invited'),
  },
  decline: {
    label: 'The borrower declines',
    kind: 'action',
    publishes: ['referral.declined'],
    possible: isReferral('invited'),
  },
  cancel: {
    label: 'You cancel it',
    kind: 'action',
    publishes: ['referral.canceled'],
    possible: isReferral('invited'),
  },
  expire: {
    label: 'The invitation expires now',
    kind: 'time',
    publishes: ['referral.expired'],
    possible: isReferral('invited'),
  },
  deliver: {
    label: 'The free consultation is given; a borrower who pays gets a checkout with test cards',
    kind: 'action',
    publishes: [],
    possible: ({ status, delivered }) => !delivered && isReferral('activated', 'settled')({ status }),
  },
  settle: {
    label: 'The claim settles, $2,500 above the offer',
    kind: 'action',
    publishes: ['referral.settled'],
    possible: isReferral('activated'),
  },
  close: {
    label: 'The team closes it',
    kind: 'action',
    publishes: ['referral.closed'],
    possible: isReferral('activated', 'settled'),
  },
  pass_settled_days: {
    label: '14 days pass after the settlement',
    kind: 'time',
    publishes: ['referral.closed'],
    possible: isReferral('settled'),
  },
  pass_quiet_days: {
    label: '90 days pass without a word',
    kind: 'time',
    publishes: ['referral.closed'],
    possible: isReferral('activated'),
  },
  edit: {
    label: 'You change its reference',
    kind: 'action',
    publishes: ['referral.updated'],
    possible: isReferral('invited', 'activated', 'settled'),
  },
  start_review: {
    label: 'The team starts a review',
    kind: 'action',
    publishes: ['referral.review_updated'],
    // An offer is not reviewed if the borrower declined or the referral is closed.
    possible: ({ status, review }) => review === undefined && isReferral('invited', 'activated', 'settled')({ status }),
  },
  complete_review: {
    label: 'The team completes the review: offer low',
    kind: 'action',
    publishes: ['referral.review_updated'],
    possible: ({ review }) => review === 'in_review',
  },
});

const isEnrollment =
  (...statuses: readonly EnrollmentStatus[]) =>
  ({ status }: EnrollmentFacts): boolean =>
    statuses.includes(status);

/** Every step of an enrollment and of the redemption that its loss opens. */
export const enrollmentSteps = table<EnrollmentFacts>()({
  edit: {
    label: 'You change its reference',
    kind: 'action',
    publishes: ['plan.enrollment.updated'],
    possible: isEnrollment('active', 'loss_reported', 'redeemed'),
  },
  swap_vehicle: {
    label: 'You replace the vehicle',
    kind: 'action',
    publishes: ['plan.enrollment.updated'],
    possible: isEnrollment('active'),
  },
  cancel: {
    label: 'You cancel it',
    kind: 'action',
    publishes: ['plan.enrollment.canceled'],
    possible: isEnrollment('active'),
  },
  report_loss: {
    label: 'You report a total loss',
    kind: 'action',
    publishes: ['plan.loss.reported', 'plan.redemption.created'],
    possible: isEnrollment('active'),
  },
  complete_redemption: {
    label: 'The team completes the redemption',
    kind: 'action',
    publishes: ['plan.redemption.completed'],
    possible: ({ settled }) => settled !== undefined,
  },
  cancel_redemption: {
    label: 'It was no total loss: the team cancels the redemption',
    kind: 'action',
    publishes: ['plan.enrollment.updated'],
    possible: ({ settled }) => settled !== undefined,
  },
  settle: {
    label: 'The claim settles, $2,500 above the offer',
    kind: 'action',
    publishes: [],
    possible: ({ settled }) => settled === false,
  },
  pass_settled_days: {
    label: '14 days pass after the settlement: the redemption is due',
    kind: 'time',
    publishes: ['plan.redemption.completed'],
    possible: ({ settled }) => settled === true,
  },
});

export type ReferralStep = keyof typeof referralSteps;
export type EnrollmentStep = keyof typeof enrollmentSteps;

export const referralStepNames = Object.keys(referralSteps) as ReferralStep[];
export const enrollmentStepNames = Object.keys(enrollmentSteps) as EnrollmentStep[];

export type StepView = {
  readonly step: string;
  readonly label: string;
  readonly kind: StepKind;
  readonly publishes: PartnerEventType[];
};

const toView = (step: string, { label, kind, publishes }: Step): StepView => ({
  step,
  label,
  kind,
  publishes: [...publishes],
});

/** The steps that are possible now. */
export const listReferralSteps = (facts: ReferralFacts): StepView[] =>
  referralStepNames
    .filter((name) => referralSteps[name].possible(facts))
    .map((name) => toView(name, referralSteps[name]));

export const listEnrollmentSteps = (facts: EnrollmentFacts): StepView[] =>
  enrollmentStepNames
    .filter((name) => enrollmentSteps[name].possible(facts))
    .map((name) => toView(name, enrollmentSteps[name]));

/** The sandbox's owner. Every query of this module has the institution and this mode as conditions. */
export type SandboxTenant = { readonly institutionId: string; readonly livemode: false };

export const sandboxOf = (institutionId: string): SandboxTenant => ({ institutionId, livemode: false });
