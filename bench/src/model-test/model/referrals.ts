// Referrals: T6, invitations (D-102), edits (D-103) and their responses (D-097 to D-101).
import { dayMs, iso, isoOrNull } from './hours.ts';
import { representationCents } from './money.ts';
import { closeConsultation, createConsultation } from './queue.ts';
import type { Model, Tenant, Program, Referral, ReferralStatus, Review } from './state.ts';

export type Action = 'activate' | 'decline' | 'expire' | 'cancel' | 'settle' | 'close';

const table: Readonly<Record<Action, { readonly from: readonly ReferralStatus[]; readonly to: ReferralStatus }>> = {
  activate: { from: ['invited'], to: 'activated' },
  decline: { from: ['invited'], to: 'declined' },
  expire: { from: ['invited'], to: 'expired' },
  cancel: { from: ['invited'], to: 'canceled' },
  settle: { from: ['activated'], to: 'settled' },
  close: { from: ['activated', 'settled'], to: 'closed' },
};

const isDead = ({ status, expiresAt }: Referral, now: number): boolean => status === 'invited' && now >= expiresAt;

/** An expiry takes effect before the sweep. */
export const statusAt = (referral: Referral, now: number): ReferralStatus =>
  isDead(referral, now) ? 'expired' : referral.status;

export const canMove = (referral: Referral, action: Action, now: number): boolean =>
  table[action].from.includes(statusAt(referral, now));

/** What a borrower pays for representation under a program (D-100). */
function priceOf({ mode, subsidy_type: type, subsidy_value: value }: Program): number {
  if (mode === 'borrower_paid') return representationCents;
  if (mode === 'institution_paid') return 0;
  return type === 'fixed'
    ? Math.max(0, representationCents - (value ?? 0))
    : Math.round((representationCents * (100 - (value ?? 0))) / 100);
}

export type NewReferral = Pick<Referral, 'externalRef' | 'borrower' | 'vehicle' | 'claim' | 'liability'>;

/** The open referral of the same VIN that conflicts (D-104). */
export const findOpen = (model: Model, owner: Tenant, vin: string): Referral | undefined =>
  model.referrals.find(
    (one) =>
      one.tenant === owner && one.vehicle.vin === vin && ['invited', 'activated', 'settled'].includes(one.status),
  );

const suppressed = 'Contact suppressed';

export function refer(
  model: Model,
  made: NewReferral & { tenant: Tenant; submittedVia: string; id: string },
): Referral {
  const { now } = model;
  const referral: Referral = {
    ...made,
    status: 'invited',
    note: isSilent(model, made) ? suppressed : null,
    priceCents: priceOf(made.tenant.institution.program),
    consent: {
      mode: 'invitation',
      disclosure_confirmed_at: null,
      disclosure_channel: null,
      disclosure_attestor_name: null,
    },
    via: undefined,
    case: undefined,
    link: undefined,
    settlementValueCents: undefined,
    offerValueCents: undefined,
    createdAt: now,
    invitedAt: now,
    expiresAt: now + 14 * dayMs,
    activatedAt: undefined,
    settledAt: undefined,
    closedAt: undefined,
    review: undefined,
  };
  model.referrals.push(referral);
  if (made.tenant.livemode) model.contactBook.meet(referral.borrower);
  publish(model, referral, 'referral.created');
  publish(model, referral, 'referral.invited');
  invite(model, referral);
  return referral;
}

const isSilent = (model: Model, { tenant, borrower }: Pick<Referral, 'tenant' | 'borrower'>): boolean =>
  model.isSuppressed(borrower, !tenant.livemode);

function invite(model: Model, referral: Referral): void {
  if (!referral.tenant.livemode || isSilent(model, referral)) return;
  const { invitedAt } = referral;
  const common = {
    purpose: 'invitation' as const,
    subject: referral.id,
    link: '',
    createdAt: model.now,
    isTrue: (now: number) =>
      statusAt(referral, now) === 'invited' && referral.invitedAt === invitedAt && !isSilent(model, referral),
  };
  const { email, phone } = referral.borrower;
  if (email !== undefined) model.outbox.queue({ ...common, channel: 'email', to: email });
  if (phone === undefined) return;
  const places = () =>
    [phone, referral.borrower.phone ?? phone].map((one) => ({ phone: one, state: referral.claim.loss_state }));
  model.outbox.queue({ ...common, channel: 'text', to: phone, places });
}

type Extra = { readonly thin: object; readonly full: object };
/** An event type and the members it adds. */
type Published = string | readonly [type: string, extra: Extra];

export function publish(model: Model, referral: Referral, told: Published): void {
  const [type, extra] = typeof told === 'string' ? [told] : told;
  model.touched.referrals.add(referral);
  const milestone =
    type === 'referral.activated'
      ? { consultation_number: referral.case?.number, via: referral.via }
      : type === 'referral.settled' || type === 'referral.closed'
        ? { consultation_number: referral.case?.number }
        : {};
  model.log.publish({
    account: referral.tenant.institution.id,
    audience: 'partner',
    livemode: referral.tenant.livemode,
    type,
    subject: referral.id,
    at: model.now,
    thin: { referral: thinOf(referral), ...milestone, ...extra?.thin },
    full: { referral: fullOf(referral), ...milestone, ...extra?.full },
  });
}

type Moved = {
  readonly action: Action;
  readonly note?: string;
  readonly offerValueCents?: number | undefined;
  readonly settlementValueCents?: number | undefined;
};

/**
 * Applies a row of T6 with its event; the caller has checked that it is allowed. An activation includes its
 * consultation's
 * number.
 */
export function move(model: Model, referral: Referral, { action, note, ...values }: Moved): void {
  const { to } = table[action];
  const { now } = model;
  referral.status = to;
  if (note !== undefined) referral.note = note;
  if (to === 'activated') referral.activatedAt = now;
  if (to === 'settled') Object.assign(referral, { settledAt: now, ...values });
  const ended = to !== 'activated' && to !== 'settled';
  // An expiry keeps its own time, whenever it is recorded.
  if (ended) referral.closedAt = action === 'expire' ? Math.min(now, referral.expiresAt) : now;
  publish(model, referral, `referral.${to}`);
  if (!ended) return;
  closeConsultation(referral.case, now);
  model.outbox.withdrawAbout(referral.id);
}

type Activation = {
  readonly via: string;
  readonly priority: boolean;
  readonly number: string;
  readonly note?: string;
  readonly consent?: object;
};

export function activate(model: Model, referral: Referral, activation: Activation): void {
  const { via, priority, number, note, consent = referral.consent } = activation;
  const one = createConsultation({
    source: 'referral',
    sourceId: referral.id,
    test: !referral.tenant.livemode,
    priority,
    openedAt: model.now,
    contact: () => ({ ...referral.borrower, state: referral.claim.loss_state }),
    isOver: () => false,
    offerCents: undefined,
  });
  Object.assign(referral, { via, consent, case: one });
  one.number = number;
  model.consultations.push(one);
  move(model, referral, { action: 'activate', ...(note === undefined ? {} : { note }) });
}

export function expireReferrals(model: Model, which: (referral: Referral) => boolean = () => true): void {
  for (const referral of model.referrals)
    if (isDead(referral, model.now) && which(referral)) move(model, referral, { action: 'expire' });
}

/** A new referral of the same VIN first expires an overdue invitation. */
export const freeVins = (model: Model, owner: Tenant, vins: readonly string[]): void =>
  expireReferrals(model, (one) => one.tenant === owner && vins.includes(one.vehicle.vin));

/** The referral at that time, swept or not. */
export const asOf = (referral: Referral, now: number): Referral =>
  isDead(referral, now) ? { ...referral, status: 'expired', closedAt: referral.expiresAt } : referral;

export type Edit = {
  readonly external_ref?: string | null;
  readonly borrower?: Partial<Referral['borrower']>;
  readonly claim?: Partial<Referral['claim']>;
  readonly vehicle?: Partial<Referral['vehicle']>;
};

const edits: Partial<Record<ReferralStatus, readonly string[]>> = {
  invited: ['external_ref', 'borrower', 'vehicle', 'claim', 'liability'],
  activated: ['external_ref', 'claim', 'liability'],
  settled: ['external_ref'],
};

export const mayEdit = (referral: Referral, edit: Edit, now: number): boolean =>
  Object.keys(edit).every((name) => edits[statusAt(referral, now)]?.includes(name) ?? false);

/** Only changes are published; a changed contact gets its own invitation (D-102 and D-103). */
export function editReferral(model: Model, referral: Referral, edit: Edit): void {
  const before = JSON.stringify(fullOf(referral));
  const { email, phone } = referral.borrower;
  if (edit.external_ref !== undefined) referral.externalRef = edit.external_ref;
  referral.borrower = { ...referral.borrower, ...edit.borrower };
  referral.claim = { ...referral.claim, ...edit.claim };
  referral.vehicle = { ...referral.vehicle, ...edit.vehicle };
  if (JSON.stringify(fullOf(referral)) === before) return;
  const moved = referral.borrower.email !== email || referral.borrower.phone !== phone;
  if (!moved) return publish(model, referral, 'referral.updated');
  const silent = isSilent(model, referral);
  referral.note = silent ? suppressed : referral.note === suppressed ? null : referral.note;
  Object.assign(referral, { invitedAt: model.now, expiresAt: model.now + 14 * dayMs, link: undefined });
  if (referral.tenant.livemode) model.contactBook.meet(referral.borrower);
  publish(model, referral, 'referral.updated');
  publish(model, referral, 'referral.invited');
  model.outbox.withdrawAbout(referral.id);
  invite(model, referral);
}

const shown: Record<ReferralStatus, readonly [label: string, tone: string]> = {
  invited: ['Invited', 'info'],
  activated: ['Consultation active', 'success'],
  settled: ['Settled', 'success'],
  closed: ['Closed', 'neutral'],
  declined: ['Declined by borrower', 'neutral'],
  expired: ['Invitation expired', 'warning'],
  canceled: ['Canceled', 'neutral'],
};

const thinOf = (referral: Referral) => ({
  id: referral.id,
  object: 'gap.referral',
  status: referral.status,
  external_ref: referral.externalRef,
  created_at: iso(referral.createdAt),
  invited_at: iso(referral.invitedAt),
  invitation_expires_at: iso(referral.expiresAt),
  activated_at: isoOrNull(referral.activatedAt),
  settled_at: isoOrNull(referral.settledAt),
  closed_at: isoOrNull(referral.closedAt),
});

function fullOf(referral: Referral) {
  const [label, tone] = shown[referral.status];
  const { borrower, tenant, priceCents, activatedAt } = referral;
  return {
    ...thinOf(referral),
    status_label: label,
    status_tone: tone,
    status_note: referral.note,
    borrower: { ...borrower, email: borrower.email ?? null, phone: borrower.phone ?? null },
    vehicle: { ...referral.vehicle },
    claim: { ...referral.claim },
    liability: { ...referral.liability },
    program: { ...tenant.institution.program, price_cents: priceCents, locked: activatedAt !== undefined },
    consent: { ...referral.consent },
    submitted_via: referral.submittedVia,
  };
}

export const viewOf = (referral: Referral) => ({
  ...fullOf(referral),
  livemode: referral.tenant.livemode,
  consultation_number: referral.case?.number ?? null,
});

export const reviewOf = ({ id: referralId }: Referral, review: Review) => ({
  object: 'gap.review_record',
  id: review.id,
  referral_id: referralId,
  status: review.status,
  outcome: review.outcome,
  summary: review.summary,
  opened_at: iso(review.openedAt),
  completed_at: isoOrNull(review.completedAt),
  updated_at: iso(review.updatedAt),
});

/** The values that a body contains; in a simulation both are known and 2,500 dollars apart. */
export function valuesIn(body: object | undefined, offered: number) {
  if (body !== undefined && 'step' in body)
    return { offerValueCents: offered, settlementValueCents: offered + 250_000 };
  const told = body as { settlement?: { value_cents: number }; offer?: { value_cents: number } } | undefined;
  return { offerValueCents: told?.offer?.value_cents, settlementValueCents: told?.settlement?.value_cents };
}
