import { findStateProblem } from '#lib/calling/us-states';
import { amountOf, improvementOf, type OfferParts } from '#lib/numbers/offer-parts';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { dayAsWritten } from '#lib/time/dates';
import { chooseContact, type Submission } from '#modules/consultations';
import type { Issue } from '#platform/errors';
import type { NewReferral, ReferralStatus } from './schemas.ts';
import type { Referral } from './store.ts';
import { referralTransitions, type ReferralAction } from './transitions.ts';

/** The status including the invitation's expiry, because the sweeper runs only once a minute. */
export const statusAt = (
  referral: { readonly status: ReferralStatus; readonly invitationExpiresAt: Date },
  now: Date,
): ReferralStatus =>
  referral.status === 'invited' && now >= referral.invitationExpiresAt ? 'expired' : referral.status;

/** A referral as of that time; an overdue invitation expired at its time, however late the expiry is recorded. */
export const asOf = <
  Kept extends {
    readonly status: ReferralStatus;
    readonly invitationExpiresAt: Date;
    readonly closedAt: Date | null;
  },
>(
  referral: Kept,
  now: Date,
): Kept => {
  const status = statusAt(referral, now);
  return status === referral.status ? referral : { ...referral, status, closedAt: referral.invitationExpiresAt };
};

/** How a status is shown (D-099); labels may change, statuses may not. */
export const shownStatus: Record<ReferralStatus, { readonly label: string; readonly tone: string }> = {
  invited: { label: 'Invited', tone: 'info' },
  activated: { label: 'Consultation active', tone: 'success' },
  settled: { label: 'Settled', tone: 'success' },
  closed: { label: 'Closed', tone: 'neutral' },
  declined: { label: 'Declined by borrower', tone: 'neutral' },
  expired: { label: 'Invitation expired', tone: 'warning' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

const editable = ['external_ref', 'borrower', 'vehicle', 'claim', 'liability'] as const;
export type Editable = (typeof editable)[number];

/** Which members may still be edited (D-103). */
const editsByStatus: Partial<Record<ReferralStatus, readonly Editable[]>> = {
  invited: editable,
  activated: ['external_ref', 'claim', 'liability'],
  settled: ['external_ref'],
};

export const listEditable = (status: ReferralStatus): readonly Editable[] => editsByStatus[status] ?? [];

export const mayEdit = (status: ReferralStatus, members: readonly Editable[]): boolean =>
  members.every((member) => listEditable(status).includes(member));

export const simulationSteps = ['accept', 'decline', 'expire', 'deliver', 'settle', 'close'] as const;
export type SimulationStep = (typeof simulationSteps)[number];

/** The default next step (D-107); a referral that has ended has none. */
export const nextStep: Partial<Record<ReferralStatus, SimulationStep>> = {
  invited: 'accept',
  activated: 'settle',
  settled: 'close',
};

/** What a simulated settlement adds to the offer. */
export const simulatedIncreaseCents = 250_000;

/** The note for a referral whose borrower is on the do-not-contact list (D-140). */
export const suppressedNote = 'Contact suppressed';

type ContactableBorrower = {
  readonly borrower: { readonly email: string | null; readonly phone: string | null };
  readonly livemode: boolean;
  readonly institutionId: string;
};

/** A borrower's contacts in the form used to search the do-not-contact list. */
export const contactsOf = ({ borrower, livemode, institutionId }: ContactableBorrower) => ({
  email: borrower.email ?? undefined,
  phone: borrower.phone ?? undefined,
  test: !livemode,
  ...(livemode ? {} : { testOf: institutionId }),
});

/** Issues across members, which the schema cannot express. */
export function contactIssues(borrower: { readonly email?: string | null; readonly phone?: string | null }): Issue[] {
  return borrower.email || borrower.phone ? [] : [{ path: 'borrower', message: 'needs an email or a phone' }];
}

type Served = Parameters<typeof findStateProblem>[0];

/**
 * Issues of a referral that its schema does not find; a loss in a state we do not serve is refused, as for an intake
 * (D-033).
 */
export function submissionIssues(served: Served, row: unknown): Issue[] {
  const { borrower, claim } = (row ?? {}) as Partial<NewReferral>;
  const ofBorrower = borrower !== null && typeof borrower === 'object' ? contactIssues(borrower) : [];
  return [...ofBorrower, ...stateIssues(served, claim)];
}

/** The schema refuses a text that is not two letters. */
export function stateIssues(served: Served, claim: Partial<NewReferral['claim']> | null | undefined): Issue[] {
  const state: unknown = claim?.loss_state;
  const isCode = typeof state === 'string' && /^[a-z]{2}$/i.test(state);
  const problem = isCode ? findStateProblem(served, state) : undefined;
  return problem === undefined ? [] : [{ path: 'claim.loss_state', message: problem }];
}

/** A referral's members as they are stored and shown, normalized. */
export function normalizeReferral({ borrower, vehicle, claim, liability }: Omit<NewReferral, 'consent'>) {
  return {
    borrower: {
      first_name: borrower.first_name,
      last_name: borrower.last_name,
      email: borrower.email === undefined ? null : normalizeEmail(borrower.email),
      phone: borrower.phone === undefined ? null : (normalizePhone(borrower.phone) ?? null),
    },
    vehicle: { ...vehicle, vin: vehicle.vin.toUpperCase() },
    claim: {
      ...claim,
      loss_state: claim.loss_state.toUpperCase(),
      date_of_loss: new Date(claim.date_of_loss).toISOString(),
      loss_day: dayAsWritten(claim.date_of_loss),
    },
    liability,
  };
}

export type MoveChanges = Partial<Pick<Referral, 'consent' | 'statusNote'> & ReferralMoney>;

type ReferralMoney = Pick<
  Referral,
  'settlementCents' | 'offerValueCents' | 'settlementValueCents' | 'improvementCents'
>;

type Money = { readonly offer: OfferParts; readonly settlement: OfferParts };

/** The figures' view of a settlement: the values, if both are known, and the one amount to show. */
export function toReferralMoney({ offer, settlement }: Money): ReferralMoney {
  const improvement = improvementOf(offer, settlement);
  const known = improvement.kind === 'known';
  return {
    settlementCents: amountOf(settlement) ?? null,
    offerValueCents: known ? (offer.value?.cents ?? null) : null,
    settlementValueCents: known ? (settlement.value?.cents ?? null) : null,
    improvementCents: known ? improvement.cents : null,
  };
}

/** The institution's statement about the offer; it is unknown whether the amount includes tax. */
export const offerOf = ({ claim }: Pick<Referral, 'claim'>): OfferParts => ({
  stated: { cents: claim.initial_offer_cents, from: 'institution' },
});

export type Move = MoveChanges & { readonly action: ReferralAction };

/** Removed numbers remembered for one customer, the newest. */
export const struckMax = 20;

type CalledBorrower = Pick<Referral, 'borrower' | 'claim' | 'struckPhones' | 'givenPhone' | 'staffContact'>;

/**
 * The contact for a referral, and their location, which decides the calling hours. The team's record comes first, then
 * the institution's number unless it turned out to be another person's.
 */
export const callContactOf = ({ borrower, claim, struckPhones, givenPhone, staffContact }: CalledBorrower) =>
  chooseContact(staffContact, {
    phones: [borrower.phone, givenPhone],
    struckPhones,
    email: borrower.email,
    state: claim.loss_state,
  });

export function computeMoved(referral: Referral, { action, ...changes }: Move, now: Date): Referral {
  const { to } = referralTransitions.table[action];
  return {
    ...referral,
    ...changes,
    status: to,
    activatedAt: to === 'activated' ? now : referral.activatedAt,
    settledAt: to === 'settled' ? now : referral.settledAt,
    closedAt: referralTransitions.isTerminal(to) ? (asOf(referral, now).closedAt ?? now) : referral.closedAt,
  };
}

/** How often to retry a VIN whose open referral ended before it could be reported. */
export const vinTriesMax = 3;

/** The institution's statement about a case. */
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
      date_of_loss: referral.claim.loss_day,
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
