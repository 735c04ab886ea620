import { normalizeEmail } from '#lib/email';
import { normalizePhone } from '#lib/phone';
import type { Issue } from '#platform/errors';
import type { NewReferral, ReferralPatch, ReferralStatus } from './schemas.ts';

type Transition = { readonly from: readonly ReferralStatus[]; readonly to: ReferralStatus };

/** Table T6: every way a referral moves, and there is no other. It comes to be as invited. */
export const transitions = {
  activate: { from: ['invited'], to: 'activated' },
  decline: { from: ['invited'], to: 'declined' },
  expire: { from: ['invited'], to: 'expired' },
  cancel: { from: ['invited'], to: 'canceled' },
  settle: { from: ['activated'], to: 'settled' },
  close: { from: ['activated', 'settled'], to: 'closed' },
} as const satisfies Record<string, Transition>;

export type Action = keyof typeof transitions;

export const canMove = (status: ReferralStatus, action: Action): boolean =>
  (transitions[action].from as readonly ReferralStatus[]).includes(status);

/** Nothing happens to a referral any more; `closed_at` says since when. */
export const isTerminal = (status: ReferralStatus): boolean =>
  !Object.values(transitions).some(({ from }) => (from as readonly ReferralStatus[]).includes(status));

/** Status by which the invitation's time is looked at too: the sweeper comes by once a minute, the clock does not wait. */
export const statusAt = (
  referral: { readonly status: ReferralStatus; readonly invitationExpiresAt: Date },
  now: Date,
): ReferralStatus =>
  referral.status === 'invited' && now >= referral.invitationExpiresAt ? 'expired' : referral.status;

/** A referral as it is at that time; an invitation that ran out ended when it did, however late somebody comes by. */
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

/** How a status is shown (decision 99); words may change, statuses not. */
export const shownStatus: Record<ReferralStatus, { readonly label: string; readonly tone: string }> = {
  invited: { label: 'Invited', tone: 'info' },
  activated: { label: 'Consultation active', tone: 'success' },
  settled: { label: 'Settled', tone: 'success' },
  closed: { label: 'Closed', tone: 'neutral' },
  declined: { label: 'Declined by borrower', tone: 'neutral' },
  expired: { label: 'Invitation expired', tone: 'warning' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

export const editable = ['external_ref', 'borrower', 'vehicle', 'claim', 'liability'] as const;
export type Editable = (typeof editable)[number];

/** Which members may still be edited (decision 103). */
const editsByStatus: Partial<Record<ReferralStatus, readonly Editable[]>> = {
  invited: editable,
  activated: ['external_ref', 'claim', 'liability'],
  settled: ['external_ref'],
};

export const mayEdit = (status: ReferralStatus, members: readonly Editable[]): boolean =>
  members.every((member) => editsByStatus[status]?.includes(member) ?? false);

export const simulationSteps = ['accept', 'decline', 'expire', 'settle', 'close'] as const;
export type SimulationStep = (typeof simulationSteps)[number];

/** The step that comes next when none is named (decision 107); a referral at its end has none. */
export const nextStep: Partial<Record<ReferralStatus, SimulationStep>> = {
  invited: 'accept',
  activated: 'settle',
  settled: 'close',
};

/** What a simulated settlement brings above the offer. */
export const simulatedIncreaseCents = 250_000;

/** Kept as the note of a referral whose borrower must not be contacted (decision 140). */
export const suppressedNote = 'Contact suppressed';

type Known = {
  readonly borrower: { readonly email: string | null; readonly phone: string | null };
  readonly livemode: boolean;
};

/** A borrower as the person who may have asked for silence. */
export const contactsOf = ({ borrower, livemode }: Known) => ({
  email: borrower.email ?? undefined,
  phone: borrower.phone ?? undefined,
  test: !livemode,
});

/** What the schema cannot say: members that depend on each other. */
export function contactIssues(borrower: { readonly email?: string | null; readonly phone?: string | null }): Issue[] {
  return borrower.email || borrower.phone ? [] : [{ path: 'borrower', message: 'needs an email or a phone' }];
}

/** A referral's members as they are stored and shown: one spelling of each. */
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
    },
    liability,
  };
}

/** A cancellation stands alone, and only a cancellation has a reason. */
export function patchIssues(patch: ReferralPatch): Issue[] {
  const { status, cancel_reason: reason, ...edits } = patch;
  if (status === undefined)
    return reason === undefined ? [] : [{ path: 'cancel_reason', message: 'goes with the status canceled only' }];
  return Object.keys(edits).map((path) => ({ path, message: 'cannot be changed together with the status' }));
}
