// What an institution's referrals saved and cost: T7.
import { hourMs, iso, monthOf, nextMonth, startOfMonth } from './hours.ts';
import { improvementCents, representationCents } from './money.ts';
import type { Enrollment, Institution, Model, Referral, Statement, Tenant } from './state.ts';

/** Active at any moment of the month. An enrollment canceled before it began was never active. */
function isInForce(
  { effectiveAt, canceledAt, redeemedAt }: Pick<Enrollment, 'effectiveAt' | 'canceledAt' | 'redeemedAt'>,
  period: string,
): boolean {
  if (canceledAt !== undefined && canceledAt <= effectiveAt) return false;
  const [from, to] = [startOfMonth(period), startOfMonth(nextMonth(period))];
  return effectiveAt < to && (canceledAt ?? from) >= from && (redeemedAt ?? from) >= from;
}

/** The vehicle and the plan that an enrollment had when the month ended. */
function termsOf(
  { earlier, vehicle, plan }: Enrollment,
  period: string,
): { readonly vin: string; readonly plan: string } {
  const end = startOfMonth(nextMonth(period));
  return earlier.find(({ until }) => until >= end) ?? { vin: vehicle.vin, plan };
}

/** A vehicle is billed once per plan, however often it left and rejoined. */
function linesOf(institution: Institution, enrollments: readonly Enrollment[], period: string): Statement['lines'] {
  const billed = enrollments
    .filter((one) => one.tenant.institution === institution && one.tenant.livemode && isInForce(one, period))
    .map((one) => termsOf(one, period));
  const plans = [...new Set(billed.map(({ plan }) => plan))].toSorted();
  return plans.map((plan) => {
    const quantity = new Set(billed.filter((one) => one.plan === plan).map(({ vin }) => vin)).size;
    const price = institution.plans.find(({ code }) => code === plan)?.unit_price_cents ?? Number.NaN;
    return { plan, quantity, unit_price_cents: price, amount_cents: quantity * price };
  });
}

/** When a month's statements are due. */
export const dueAt = (period: string): number => startOfMonth(nextMonth(period)) + 6 * hourMs;

/**
 * An institution without enrollments by then gets no statement, even if vehicles are enrolled for the month later.
 */
const isOwed = (institution: Institution, enrollments: readonly Enrollment[], period: string): boolean =>
  enrollments.some(
    (one) =>
      one.tenant.institution === institution &&
      one.tenant.livemode &&
      isInForce(one, period) &&
      one.createdAt < dueAt(period),
  );

export const isOver = (period: string, now: number): boolean => period < monthOf(now);

/**
 * Issues the month's missing statements, in the order in which institutions were created; ids and numbers come from
 * the
 * service.
 */
export function issue(model: Model, period: string, by: 'staff' | 'calendar'): Statement[] {
  const missing = model.institutions.filter(
    (institution) => !model.statements.some((one) => one.institution === institution && one.period === period),
  );
  const made = missing.flatMap((institution): Statement[] => {
    if (by === 'calendar' && !isOwed(institution, model.enrollments, period)) return [];
    const lines = linesOf(institution, model.enrollments, period);
    return lines.length === 0 ? [] : [{ institution, period, number: '', id: '', issuedAt: model.now, lines }];
  });
  for (const statement of made) {
    const place = model.statements.filter((one) => one.period === period).length + 1;
    statement.number = `MS-${period.replace('-', '')}-${String(place).padStart(4, '0')}`;
    model.statements.push(statement);
  }
  return made;
}

export const totalOf = ({ lines }: Pick<Statement, 'lines'>): number =>
  lines.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
export const countOf = ({ lines }: Pick<Statement, 'lines'>): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

type Span = { readonly from: number; readonly to: number };

const within = (at: number | undefined, { from, to }: Span): boolean => at !== undefined && at >= from && at < to;

/** Both values are known; otherwise the saving is unknown. */
const isKnown = ({ offerValueCents, settlementValueCents }: Referral): boolean =>
  offerValueCents !== undefined && settlementValueCents !== undefined;

const increaseOf = (one: Referral): number =>
  isKnown(one) ? (one.settlementValueCents ?? 0) - (one.offerValueCents ?? 0) : 0;

const sum = <T>(things: readonly T[], of: (thing: T) => number): number =>
  things.reduce((total, thing) => total + of(thing), 0);

/** An institution pays its share only if representation is paid at all. */
const subsidyOf = (settled: readonly Referral[]): number =>
  sum(
    settled.filter((one) => increaseOf(one) >= improvementCents),
    ({ priceCents }) => representationCents - priceCents,
  );

function* monthsOf({ from, to }: Span): Generator<Span & { month: string }> {
  for (let start = from; start < to;) {
    const month = monthOf(start);
    const end = Math.min(to, startOfMonth(nextMonth(month)));
    yield { month, from: start, to: end };
    start = end;
  }
}

type Billed = (during: Span) => number;

export function analyticsOf(model: Model, owner: Tenant, span: Span) {
  const mine = model.referrals.filter((one) => one.tenant === owner);
  const billed: Billed = (during) =>
    sum(
      model.statements.filter(
        ({ institution, period }) =>
          owner.livemode && institution === owner.institution && within(startOfMonth(period), during),
      ),
      totalOf,
    );
  const settled = mine.filter(({ settledAt }) => within(settledAt, span));
  const known = settled.filter(isKnown);
  const increase = sum(known, increaseOf);
  return {
    object: 'gap.analytics',
    livemode: owner.livemode,
    from: iso(span.from),
    to: iso(span.to),
    currency: 'USD',
    referrals: countsOf(mine, span),
    savings: {
      settled_count: known.length,
      initial_offer_cents: sum(known, ({ offerValueCents = 0 }) => offerValueCents),
      settlement_cents: sum(known, ({ settlementValueCents = 0 }) => settlementValueCents),
      increase_cents: increase,
      average_increase_cents: known.length === 0 ? null : Math.round(increase / known.length),
    },
    spend: {
      referral_subsidy_cents: subsidyOf(settled),
      membership_cents: billed(span),
      total_cents: subsidyOf(settled) + billed(span),
    },
    membership: membershipOf(model, owner, span),
    by_month: [...monthsOf(span)].map((month) => monthFigures(mine, billed, month)),
  };
}

function countsOf(mine: readonly Referral[], span: Span) {
  const ended = (status: Referral['status']) =>
    mine.filter((one) => one.status === status && within(one.closedAt, span)).length;
  const created = mine.filter(({ createdAt }) => within(createdAt, span)).length;
  const activated = mine.filter(({ activatedAt }) => within(activatedAt, span)).length;
  return {
    created,
    activated,
    settled: mine.filter(({ settledAt }) => within(settledAt, span)).length,
    closed: ended('closed'),
    declined: ended('declined'),
    expired: ended('expired'),
    canceled: ended('canceled'),
    activation_rate: created === 0 ? null : Math.min(1, Math.round((activated / created) * 10_000) / 10_000),
  };
}

function membershipOf(model: Model, owner: Tenant, span: Span) {
  const roster = model.enrollments.filter((one) => one.tenant === owner);
  const losses = model.redemptions.filter(
    ({ enrollment, createdAt }) => enrollment.tenant === owner && within(createdAt, span),
  ).length;
  return {
    active_enrollments: roster.filter(({ status }) => status === 'active').length,
    enrolled: roster.filter(({ createdAt }) => within(createdAt, span)).length,
    canceled: roster.filter(({ canceledAt }) => within(canceledAt, span)).length,
    losses_reported: losses,
    redemptions: losses,
  };
}

function monthFigures(mine: readonly Referral[], billed: Billed, { month, ...during }: Span & { month: string }) {
  const settled = mine.filter(({ settledAt }) => within(settledAt, during));
  return {
    month,
    created: mine.filter(({ createdAt }) => within(createdAt, during)).length,
    activated: mine.filter(({ activatedAt }) => within(activatedAt, during)).length,
    settled: settled.length,
    increase_cents: sum(settled, increaseOf),
    spend_cents: subsidyOf(settled) + billed(during),
  };
}
