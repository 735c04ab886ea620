// Membership: T8 and T9, edits (D-114) and rosters (D-116).
import { dayMs, iso, isoOrNull, startOfDay } from './hours.ts';
import { listOf, type Suppression } from './contact-book.ts';
import { closeConsultation, createConsultation, type Consultation } from './queue.ts';
import type { Enrollment, Model, Tenant, Redemption } from './state.ts';

export type Row = Pick<Enrollment, 'externalRef' | 'plan' | 'member' | 'vehicle'> & {
  readonly effectiveAt: number | undefined;
};

/** The one enrollment of a VIN that is not canceled. */
export const findLiving = (model: Model, owner: Tenant, vin: string): Enrollment | undefined =>
  model.enrollments.find((one) => one.tenant === owner && one.vehicle.vin === vin && one.status !== 'canceled');

/** The enrollment that a VIN refers to: the current one, otherwise the last one. */
export const meantBy = (model: Model, owner: Tenant, vin: string): Enrollment | undefined =>
  findLiving(model, owner, vin) ?? model.enrollments.findLast((one) => one.tenant === owner && one.vehicle.vin === vin);

export const isValid = (model: Model, owner: Tenant, { plan, effectiveAt }: Row): boolean => {
  const today = startOfDay(model.now);
  const days = ((effectiveAt ?? today) - today) / dayMs;
  return owner.institution.plans.some(({ code }) => code === plan) && days <= 90 && days >= -366;
};

export function enroll(model: Model, owner: Tenant, { row, id }: { row: Row; id: string }): Enrollment {
  const { effectiveAt, ...members } = row;
  const enrollment: Enrollment = {
    ...structuredClone(members),
    tenant: owner,
    id,
    earlier: [],
    status: 'active',
    effectiveAt: effectiveAt ?? startOfDay(model.now),
    canceledAt: undefined,
    cancelReason: null,
    redeemedAt: undefined,
    createdAt: model.now,
    updatedAt: model.now,
  };
  model.enrollments.push(enrollment);
  meet(model, enrollment);
  publish(model, enrollment, 'plan.enrollment.created');
  return enrollment;
}

function meet(model: Model, { tenant, member }: Enrollment): void {
  if (tenant.livemode) model.contactBook.meet({ email: member.email ?? undefined, phone: member.phone ?? undefined });
}

type Extra = { readonly thin: object; readonly full: object };
/** An event type and the members it adds. */
type Published = string | readonly [type: string, extra: Extra];

function publish(model: Model, enrollment: Enrollment, told: Published): void {
  const [type, extra] = typeof told === 'string' ? [told] : told;
  model.touched.enrollments.add(enrollment);
  model.log.publish({
    account: enrollment.tenant.institution.id,
    audience: 'partner',
    livemode: enrollment.tenant.livemode,
    type,
    subject: enrollment.id,
    at: model.now,
    thin: { enrollment: thinOf(enrollment), ...extra?.thin },
    full: { enrollment: viewOf(enrollment), ...extra?.full },
  });
}

export function cancel(model: Model, enrollment: Enrollment, reason: string | null): void {
  Object.assign(enrollment, {
    status: 'canceled',
    canceledAt: model.now,
    cancelReason: reason,
    updatedAt: model.now,
  });
  publish(model, enrollment, 'plan.enrollment.canceled');
}

export type Change = {
  readonly vin?: string;
  readonly externalRef?: string | null;
  readonly member?: Partial<Enrollment['member']>;
  /** A roster may move a member to another plan. */
  readonly plan?: string;
};

/** Contacts and reference until it is canceled, the vehicle only while active (D-114). */
export const mayChange = ({ status }: Enrollment, { vin }: Change): boolean =>
  status === 'active' || (status !== 'canceled' && vin === undefined);

/** Suppressions that a START lifts, including none. */
const liftable = new Set<Suppression | undefined>([undefined, 'stopped']);

const casesOf = (model: Model, enrollment: Enrollment): Consultation[] =>
  model.redemptions.filter((one) => one.enrollment === enrollment).flatMap((one) => one.case ?? []);

/** A call that changes nothing publishes no event. */
export function change(model: Model, enrollment: Enrollment, { vin, externalRef, member, plan }: Change): void {
  const before = JSON.stringify(viewOf(enrollment));
  const terms = { until: model.now, vin: enrollment.vehicle.vin, plan: enrollment.plan };
  if (externalRef !== undefined) enrollment.externalRef = externalRef;
  if (plan !== undefined) enrollment.plan = plan;
  // An entry by the team was about the customer, so another contact does not lift it.
  const decided = (contact: string) => !liftable.has(model.contactBook.suppressionOf(contact));
  for (const one of casesOf(model, enrollment))
    if (!one.test && listOf(one.contact()).some(decided)) one.wasSilenced = true;
  enrollment.member = { ...enrollment.member, ...member };
  // Another VIN is another vehicle: its omitted fields are unknown.
  if (vin !== undefined && vin !== enrollment.vehicle.vin)
    enrollment.vehicle = { vin, year: null, make: null, model: null };
  if (JSON.stringify(viewOf(enrollment)) === before) return;
  enrollment.updatedAt = model.now;
  if (terms.vin !== enrollment.vehicle.vin || terms.plan !== enrollment.plan) enrollment.earlier.push(terms);
  meet(model, enrollment);
  publish(model, enrollment, 'plan.enrollment.updated');
}

type Loss = { readonly dateOfLoss: number; readonly lossState: string | undefined };
type Reported = { readonly notice: string; readonly redemption: string; readonly number: string };

/** All of T9 in one step: the notice, the member's consultation, the redemption. */
export function reportLoss(
  model: Model,
  enrollment: Enrollment,
  { dateOfLoss, lossState, ...ids }: Loss & Reported,
): Redemption {
  const redemption: Redemption = {
    id: ids.redemption,
    noticeId: ids.notice,
    enrollment,
    status: 'open',
    createdAt: model.now,
    completedAt: undefined,
    lossState,
    case: undefined,
  };
  const one = createConsultation({
    source: 'membership',
    sourceId: redemption.id,
    test: !enrollment.tenant.livemode,
    priority: false,
    openedAt: model.now,
    contact: () => ({
      email: enrollment.member.email ?? undefined,
      phone: enrollment.member.phone ?? undefined,
      state: lossState,
    }),
    isOver: () => false,
    offerCents: undefined,
  });
  one.number = ids.number;
  redemption.case = one;
  model.consultations.push(one);
  model.redemptions.push(redemption);
  model.touched.redemptions.add(redemption);
  Object.assign(enrollment, { status: 'loss_reported', updatedAt: model.now });
  const full = noticeOf(redemption, dateOfLoss);
  const { id, object, status, external_ref, created_at } = full;
  const thin = { loss_notice: { id, object, status, external_ref, created_at } };
  publish(model, enrollment, ['plan.loss.reported', { thin, full: { loss_notice: full } }]);
  publish(model, enrollment, ['plan.redemption.created', extraOf(redemption)]);
  return redemption;
}

export const noticeOf = (
  { id, noticeId, enrollment, case: one, lossState, createdAt }: Redemption,
  dateOfLoss: number,
) => ({
  id: noticeId,
  object: 'gap.loss_notice',
  status: 'received',
  external_ref: null,
  enrollment_id: enrollment.id,
  redemption_id: id,
  consultation_number: one?.number,
  date_of_loss: iso(dateOfLoss),
  loss_state: lossState ?? null,
  carrier: null,
  claim_number: null,
  initial_offer_cents: null,
  test: !enrollment.tenant.livemode,
  created_at: iso(createdAt),
});

export const redemptionOf = (redemption: Redemption) => ({
  id: redemption.id,
  object: 'gap.redemption',
  status: redemption.status,
  enrollment_id: redemption.enrollment.id,
  loss_notice_id: redemption.noticeId,
  consultation_number: redemption.case?.number,
  test: !redemption.enrollment.tenant.livemode,
  created_at: iso(redemption.createdAt),
  completed_at: isoOrNull(redemption.completedAt),
});

function extraOf(redemption: Redemption): Extra {
  const full = redemptionOf(redemption);
  const { id, object, status, consultation_number, created_at, completed_at } = full;
  return {
    thin: { redemption: { id, object, status, consultation_number, created_at, completed_at } },
    full: { redemption: full },
  };
}

/** The member was helped, or the loss was not a total loss after all. */
export function endRedemption(model: Model, redemption: Redemption, how: 'complete' | 'cancel'): void {
  const { enrollment } = redemption;
  model.touched.redemptions.add(redemption);
  closeConsultation(redemption.case, model.now);
  enrollment.updatedAt = model.now;
  if (how === 'cancel') {
    redemption.status = 'canceled';
    enrollment.status = 'active';
    return publish(model, enrollment, 'plan.enrollment.updated');
  }
  Object.assign(redemption, { status: 'completed', completedAt: model.now });
  Object.assign(enrollment, { status: 'redeemed', redeemedAt: model.now });
  publish(model, enrollment, ['plan.redemption.completed', extraOf(redemption)]);
}

const thinOf = (enrollment: Enrollment) => ({
  id: enrollment.id,
  object: 'gap.enrollment',
  status: enrollment.status,
  external_ref: enrollment.externalRef,
  test: !enrollment.tenant.livemode,
  created_at: iso(enrollment.createdAt),
  effective_at: iso(enrollment.effectiveAt),
  canceled_at: isoOrNull(enrollment.canceledAt),
});

export const viewOf = (enrollment: Enrollment) => ({
  ...thinOf(enrollment),
  plan: enrollment.plan,
  member: { ...enrollment.member },
  vehicle: { ...enrollment.vehicle },
  cancel_reason: enrollment.cancelReason,
  updated_at: iso(enrollment.updatedAt),
});

/** The changes of a roster (D-116): rows to create, to compare, and absent enrollments. */
export function compareRoster(model: Model, owner: Tenant, rows: readonly Row[]) {
  const mine = model.enrollments.filter((one) => one.tenant === owner);
  const vins = new Set(rows.map(({ vehicle }) => vehicle.vin));
  const active = mine.filter(({ status }) => status === 'active');
  const created = rows.filter(({ vehicle }) => findLiving(model, owner, vehicle.vin) === undefined);
  const absent = active.filter(({ vehicle }) => !vins.has(vehicle.vin));
  const updated = rows.flatMap((row) => {
    const one = active.find(({ vehicle }) => vehicle.vin === row.vehicle.vin);
    const same =
      one === undefined ||
      JSON.stringify([one.externalRef, one.plan, one.member]) ===
        JSON.stringify([row.externalRef, row.plan, row.member]);
    return same ? [] : [{ one, row }];
  });
  const kept = mine.filter(({ status }) => status === 'loss_reported' || status === 'redeemed');
  const keptNamed = kept.filter(({ vehicle }) => vins.has(vehicle.vin)).length;
  return { active, created, absent, updated, kept, keptNamed };
}

/** Canceling more than two and more than a fifth of the active enrollments requires confirmation. */
export const needsAsking = (absent: number, active: number): boolean => absent > 2 && absent > active / 5;
