import { listPriceCents, type Tenant } from '#modules/partners';
import { prepared, type Db } from '#platform/db';

/** Periods that do not overlap, each with a label. */
export type LabeledSpan = { readonly name: string; readonly from: Date; readonly to: Date };

type Values = [institutionId: string, livemode: boolean, names: string[], from: Date[], to: Date[]];

const valuesOf = ({ institutionId, livemode }: Tenant, spans: readonly LabeledSpan[]): Values => [
  institutionId,
  livemode,
  spans.map(({ name }) => name),
  spans.map(({ from }) => from),
  spans.map(({ to }) => to),
];

const spans = 'unnest($3::text[], $4::timestamptz[], $5::timestamptz[]) as m (month, starts, ends)';

// Each period is a range of an index that contains all counted columns, so no row is read. An ending is counted by its
// final status.
const milestones = prepared<Values, { milestone: string; month: string; count: number }>(
  'referrals.count-milestones',
  `select 'created' as milestone, m.month, c.count from ${spans}, lateral (
     select count(*)::int as count from referrals.referrals
     where institution_id = $1 and livemode = $2 and created_at >= m.starts and created_at < m.ends) as c
   union all
   select 'activated', m.month, c.count from ${spans}, lateral (
     select count(*)::int as count from referrals.referrals
     where institution_id = $1 and livemode = $2 and activated_at >= m.starts and activated_at < m.ends
       and activated_at is not null) as c
   union all
   select c.status, m.month, c.count from ${spans}, lateral (
     select status, count(*)::int as count from referrals.referrals
     where institution_id = $1 and livemode = $2 and closed_at >= m.starts and closed_at < m.ends
       and closed_at is not null group by status) as c`,
);

export const countMilestones = (db: Db, tenant: Tenant, months: readonly LabeledSpan[]) =>
  db.many(milestones(...valuesOf(tenant, months)));

type SettledRow = {
  readonly month: string;
  readonly count: number;
  /** How many of them have an improvement that is known; the sums are of those. */
  readonly known: number;
  readonly offerCents: number;
  readonly settlementCents: number;
  readonly increaseCents: number;
  readonly subsidyCents: number;
};

/** An institution pays its part only where representation is paid at all (D-037). */
const capturedFromCents = 100_000;

const settled = prepared<[...Values, listPrice: number, capturedFrom: number], SettledRow>(
  'referrals.sum-settled',
  `select m.month, s.* from ${spans}, lateral (
     select count(*)::int as count, count(improvement_cents)::int as known,
       coalesce(sum(offer_value_cents) filter (where improvement_cents is not null), 0)::float8 as "offerCents",
       coalesce(sum(settlement_value_cents) filter (where improvement_cents is not null), 0)::float8 as "settlementCents",
       coalesce(sum(improvement_cents), 0)::float8 as "increaseCents",
       coalesce(sum($6 - price_cents) filter (where improvement_cents >= $7), 0)::float8
         as "subsidyCents"
     from referrals.referrals
     where institution_id = $1 and livemode = $2 and settled_at >= m.starts and settled_at < m.ends
       and settled_at is not null) as s`,
);

export const sumSettled = (db: Db, tenant: Tenant, months: readonly LabeledSpan[]) =>
  db.many(settled(...valuesOf(tenant, months), listPriceCents, capturedFromCents));
