import { prepared, type Db } from '#platform/db';
import { modeOf, testTypesSql, type EndpointKey } from '../rules.ts';

/** The number of newest attempts that are counted: enough for every chart except the busiest endpoint's, at a bounded cost. */
export const countedMax = 50_000;

export type FigureRow = {
  readonly bucket: number;
  readonly acknowledged: number;
  readonly failed: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  /** Whether there were more than are counted. */
  readonly cut: boolean;
};

/** The endpoint of this account and mode; no other is counted. */
const owned = `(select id from webhooks.endpoints
   where account_id = $1 and ($2::boolean is null or livemode = $2) and audience = 'partner' and id = $3)`;

// The attempt that ended a delivery is in its row of the history; a delivery takes less than two days, so that is how far back the
// index by creation is read. Attempts before it failed.
const figures = prepared<
  [accountId: string, livemode: boolean | null, id: string, since: Date, until: Date, stepS: number],
  FigureRow
>(
  'webhooks.endpoint-figures',
  `with ended as materialized (
     select at, succeeded, duration_ms from webhooks.delivery_history
     where endpoint_id = ${owned} and created_at >= $4::timestamptz - interval '2 days' and at >= $4 and at < $5 and succeeded is not null
     order by created_at desc limit ${countedMax}
   ), retried as materialized (
     select at, succeeded, duration_ms from webhooks.attempts
     where endpoint_id = ${owned} and succeeded = false and at >= $4 and at < $5 order by at desc limit ${countedMax}
   ), size as (
     select (select count(*) from ended) >= ${countedMax} or (select count(*) from retried) >= ${countedMax} as cut
   )
   select floor(extract(epoch from made.at - $4::timestamptz) / $6::integer)::integer as bucket,
     count(*) filter (where succeeded)::integer as acknowledged, count(*) filter (where not succeeded)::integer as failed,
     (percentile_cont(0.5) within group (order by duration_ms) filter (where succeeded))::integer as p50_ms,
     (percentile_cont(0.95) within group (order by duration_ms) filter (where succeeded))::integer as p95_ms,
     bool_or(size.cut) as cut
   from (select * from ended union all select * from retried) as made, size group by 1 order by 1`,
);

type FigureRange = { readonly since: Date; readonly until: Date; readonly stepS: number };

export const listFigureRows = (db: Db, key: EndpointKey, { since, until, stepS }: FigureRange) =>
  db.many(figures(key.accountId, modeOf(key), key.id, since, until, stepS));

const since = prepared<
  [accountId: string, livemode: boolean | null, id: string, since: Date],
  { acknowledged: number; failed: number }
>(
  'webhooks.count-since-rotation',
  `select (select count(*)::integer from (select from webhooks.delivery_history
       where endpoint_id = ${owned} and created_at >= $4::timestamptz - interval '2 days' and at >= $4 and succeeded
         and event_type not in (${testTypesSql}) limit ${countedMax}) as a) as acknowledged,
     (select count(*)::integer from (
       (select from webhooks.delivery_history where endpoint_id = ${owned} and created_at >= $4::timestamptz - interval '2 days'
          and at >= $4 and not succeeded and event_type not in (${testTypesSql}) limit ${countedMax})
       union all
       (select from webhooks.attempts where endpoint_id = ${owned} and succeeded = false and at >= $4 limit ${countedMax})
     ) as f) as failed`,
);

/** Attempts of events since a moment, by their outcome; tests are left out. */
export const findCountsSince = (db: Db, key: EndpointKey, at: Date) =>
  db.find(since(key.accountId, modeOf(key), key.id, at));

const lastTest = prepared<
  [accountId: string, livemode: boolean | null, id: string, type: string, since: Date],
  { id: string; state: string; created_at: Date; status: number | null; cause: string | null }
>(
  'webhooks.find-last-test',
  `select id, state, created_at, status, cause from (
     (select id, 'pending' as state, created_at, null::smallint as status, null as cause from webhooks.deliveries
      where endpoint_id = ${owned} and event_type = $4 and created_at >= $5 order by created_at desc limit 1)
     union all
     (select id, state, created_at, status, cause from webhooks.delivery_history
      where endpoint_id = ${owned} and event_type = $4 and created_at >= $5 order by created_at desc limit 1)
   ) as sent order by created_at desc, id desc limit 1`,
);

/** The latest test of this type since a moment. */
export const findLastTest = (db: Db, key: EndpointKey, { type, at }: { readonly type: string; readonly at: Date }) =>
  db.find(lastTest(key.accountId, modeOf(key), key.id, type, at));
