// What an institution's referrals saved and cost: T7.
import { iso, monthOf, nextMonth, startOfMonth } from './clock.ts';
import { improvementCents, representationCents } from './money.ts';
import type { Model, Tenant, Referral } from './state.ts';
import { totalOf } from './statements.ts';

type Span = { readonly from: number; readonly to: number };

const within = (at: number | undefined, { from, to }: Span): boolean => at !== undefined && at >= from && at < to;

/** Both values are known; of the others nobody can say what they saved. */
const isKnown = ({ offerValueCents, settlementValueCents }: Referral): boolean =>
  offerValueCents !== undefined && settlementValueCents !== undefined;

const increaseOf = (one: Referral): number =>
  isKnown(one) ? (one.settlementValueCents ?? 0) - (one.offerValueCents ?? 0) : 0;

const sum = <T>(things: readonly T[], of: (thing: T) => number): number =>
  things.reduce((total, thing) => total + of(thing), 0);

/** An institution pays its part only where representation is paid at all. */
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
