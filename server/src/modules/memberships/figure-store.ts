import { prepared, type Db } from '#platform/db';
import type { Tenant } from '#modules/partners';

type Range = readonly [from: string, below: string];

type Counts = {
  readonly activeEnrollments: number;
  readonly enrolled: number;
  readonly canceled: number;
  readonly lossesReported: number;
  readonly redemptions: number;
};

// Each part reads only one index of its table; what was created in a period is a range of ids.
const counts = prepared<
  [string, boolean, from: Date, to: Date, string, string, string, string, string, string],
  Counts
>(
  'memberships.count-membership',
  `select
     (select count(*)::int from plans.enrollments where institution_id = $1 and livemode = $2 and status = 'active')
       as "activeEnrollments",
     (select count(*)::int from plans.enrollments where institution_id = $1 and livemode = $2 and id >= $5 and id < $6)
       as enrolled,
     (select count(*)::int from plans.enrollments where institution_id = $1 and livemode = $2 and canceled_at >= $3
        and canceled_at < $4 and canceled_at is not null) as canceled,
     (select count(*)::int from plans.loss_notices where institution_id = $1 and livemode = $2 and id >= $7 and id < $8)
       as "lossesReported",
     (select count(*)::int from plans.redemptions where institution_id = $1 and livemode = $2 and id >= $9 and id < $10)
       as redemptions`,
);

type Window = {
  readonly from: Date;
  readonly to: Date;
  readonly enrolled: Range;
  readonly losses: Range;
  readonly redemptions: Range;
};

export const countMembership = (db: Db, tenant: Tenant, { from, to, enrolled, losses, redemptions }: Window) =>
  db.find(counts(tenant.institutionId, tenant.livemode, from, to, ...enrolled, ...losses, ...redemptions));

const statements = prepared<[institutionId: string, from: Date, to: Date], { period: string; cents: number }>(
  'memberships.sum-statements',
  `select period, sum(amount_cents)::float8 as cents from plans.statements
   where institution_id = $1 and status <> 'void' and (period || '-01')::date >= ($2::timestamptz at time zone 'UTC')
     and (period || '-01')::date < ($3::timestamptz at time zone 'UTC')
   group by period`,
);

export const sumStatements = (db: Db, tenant: Tenant, { from, to }: { from: Date; to: Date }) =>
  db.many(statements(tenant.institutionId, from, to));
