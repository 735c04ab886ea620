import type { PartnerEvent, PartnerEventType } from '#modules/webhooks';
import { shownStatus } from './rules.ts';
import type { FullReferral, ReferralStatus, ReferralView, ThinReferral } from './schemas.ts';
import type { Referral } from './store.ts';

/** The event published when a referral enters a status. */
export const eventOfStatus: Record<ReferralStatus, PartnerEventType> = {
  invited: 'referral.invited',
  activated: 'referral.activated',
  settled: 'referral.settled',
  closed: 'referral.closed',
  declined: 'referral.declined',
  expired: 'referral.expired',
  canceled: 'referral.canceled',
};

type Extra = Readonly<Record<string, unknown>>;

/** An event about a referral, with the members that its type adds (T11). */
export function referralEvent(
  referral: Referral,
  type: PartnerEventType,
  extra: { readonly thin: Extra; readonly full: Extra } = same(milestone(referral, type)),
): PartnerEvent {
  return {
    audience: 'partner',
    type,
    accountId: referral.institutionId,
    subjectId: referral.id,
    livemode: referral.livemode,
    thin: { referral: toThin(referral), ...extra.thin },
    full: { referral: toFull(referral), ...extra.full },
  };
}

const same = (extra: Extra) => ({ thin: extra, full: extra });

/** From activation on there is a consultation; the way of activation is published once. */
function milestone({ consultationNumber, via }: Referral, type: PartnerEventType): Extra {
  if (type === 'referral.activated') return { consultation_number: consultationNumber, via };
  if (type === 'referral.settled' || type === 'referral.closed') return { consultation_number: consultationNumber };
  return {};
}

const toThin = (referral: Referral): ThinReferral => ({
  id: referral.id,
  object: 'gap.referral',
  status: referral.status,
  external_ref: referral.externalRef,
  created_at: referral.createdAt.toISOString(),
  invited_at: referral.invitedAt.toISOString(),
  invitation_expires_at: (referral.promisedUntil ?? referral.invitationExpiresAt).toISOString(),
  activated_at: referral.activatedAt?.toISOString() ?? null,
  settled_at: referral.settledAt?.toISOString() ?? null,
  closed_at: referral.closedAt?.toISOString() ?? null,
});

const toFull = (referral: Referral): FullReferral => ({
  ...toThin(referral),
  status_label: shownStatus[referral.status].label,
  status_tone: shownStatus[referral.status].tone,
  status_note: referral.statusNote,
  borrower: pick(referral.borrower, ['first_name', 'last_name', 'email', 'phone']),
  vehicle: pick(referral.vehicle, ['vin', 'year', 'make', 'model']),
  claim: pick(referral.claim, ['carrier', 'claim_number', 'loss_state', 'date_of_loss', 'initial_offer_cents']),
  liability: pick(referral.liability, ['loan_payoff_cents', 'deductible_cents']),
  program: {
    ...pick(referral.program, ['mode', 'subsidy_type', 'subsidy_value']),
    price_cents: referral.priceCents,
    locked: referral.activatedAt !== null,
  },
  consent: pick(referral.consent, [
    'mode',
    'disclosure_confirmed_at',
    'disclosure_channel',
    'disclosure_attestor_name',
  ]),
  submitted_via: referral.submittedVia,
});

export const toView = (referral: Referral): ReferralView => ({
  ...toFull(referral),
  livemode: referral.livemode,
  consultation_number: referral.consultationNumber,
});

/** Members in the documented order; the database returns a stored object's members in a different order. */
function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}
