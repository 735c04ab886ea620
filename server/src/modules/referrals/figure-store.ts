import { listPriceCents, type Tenant } from '#modules/partners';
import { prepared, type Db, type Query } from '#platform/db';

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

// Each period is a range of an index that contains all counted columns, so no row is read. An ended referral is counted
// by its final status.
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
  /** How many of them have a known improvement; the sums cover only those. */
  readonly known: number;
  readonly offerCents: number;
  readonly settlementCents: number;
  readonly increaseCents: number;
  readonly subsidyCents: number;
};

/** An institution pays its part only if representation is paid at all (D-037). */
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

type DaysRow = { readonly month: string; readonly settled: number; readonly medianDays: number | null };

const days = prepared<Values, DaysRow>(
  'referrals.list-days-to-settlement',
  `select m.month, d.* from ${spans}, lateral (
     select count(activated_at)::int as settled, (percentile_cont(0.5) within group (
       order by extract(epoch from settled_at - activated_at)) / 86400)::float8 as "medianDays"
     from referrals.referrals
     where institution_id = $1 and livemode = $2 and settled_at >= m.starts and settled_at < m.ends
       and settled_at is not null and activated_at is not null) as d`,
);

export const listDaysToSettlement = (db: Db, tenant: Tenant, months: readonly LabeledSpan[]) =>
  db.many(days(...valuesOf(tenant, months)));

/** The column and time by which a referral is counted. */
const milestoneColumns = {
  created: ['created_at', ''],
  activated: ['activated_at', ''],
  settled: ['settled_at', ''],
  declined: ['closed_at', `and status = 'declined'`],
  expired: ['closed_at', `and status = 'expired'`],
  canceled: ['closed_at', `and status = 'canceled'`],
  closed: ['closed_at', `and status = 'closed'`],
} as const;

export type Milestone = keyof typeof milestoneColumns;
export const milestoneNames = Object.keys(milestoneColumns) as Milestone[];

export type MilestoneRow = {
  readonly id: string;
  readonly at: Date;
  readonly externalRef: string | null;
  readonly status: string;
  readonly vin: string | null;
  readonly settlementCents: number | null;
  readonly improvementCents: number | null;
  readonly activatedAt: Date | null;
  readonly settledAt: Date | null;
  /** The institution's fee as included in the sum; null until it is settled. */
  readonly feeCents: number | null;
};

type PageValues = [
  institutionId: string,
  livemode: boolean,
  from: Date,
  to: Date,
  at: Date,
  id: string,
  limit: number,
  listPrice: number,
  capturedFrom: number,
];

const pages = Object.fromEntries(
  Object.entries(milestoneColumns).map(([name, [at, also]]) => [
    name,
    prepared<PageValues, MilestoneRow>(
      `referrals.list-${name}`,
      `select id, ${at} as at, external_ref as "externalRef", status, vehicle ->> 'vin' as vin,
         settlement_cents::float8 as "settlementCents", improvement_cents::float8 as "improvementCents",
         activated_at as "activatedAt", settled_at as "settledAt", case when settled_at is not null
           then case when improvement_cents >= $9 then $8 - price_cents else 0 end end as "feeCents"
       from referrals.referrals
       where institution_id = $1 and livemode = $2 and ${at} >= $3 and ${at} < $4 and ${at} is not null ${also}
         and (${at}, id) > ($5, $6)
       order by ${at}, id limit $7`,
    ),
  ]),
) as Record<Milestone, (...values: PageValues) => Query<MilestoneRow>>;

type Page = {
  readonly milestone: Milestone;
  readonly from: Date;
  readonly to: Date;
  readonly after: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
};

export const listMilestoneRows = (db: Db, { institutionId, livemode }: Tenant, page: Page) =>
  db.many(
    pages[page.milestone](
      institutionId,
      livemode,
      page.from,
      page.to,
      page.after?.at ?? new Date(0),
      page.after?.id ?? '',
      page.limit,
      listPriceCents,
      capturedFromCents,
    ),
  );
