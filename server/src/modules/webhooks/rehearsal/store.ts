import { statementIssued } from '#modules/events';
import { prepared, type Db } from '#platform/db';

type HappenedRow = {
  readonly type: string;
  readonly livemode: boolean;
  readonly count: number;
  readonly newest: string;
};

// Both modes: a live endpoint with full payloads gets the membership events of the sandbox too. The days are whole
// partitions, read through the index of the account's log.
const counts = prepared<[accountId: string, since: Date, until: Date], HappenedRow>(
  'webhooks.count-happened',
  `select type, livemode or type = '${statementIssued}' as livemode, count(*)::integer as count, max(id) as newest
   from events.events where account_id = $1 and created_at >= $2 and created_at < $3 group by 1, 2 order by 1, 2`,
);

type Span = { readonly since: Date; readonly until: Date };

/** What happened to an account in a time, by type and mode, with the id of the newest of each. */
export const countHappened = (db: Db, accountId: string, { since, until }: Span) =>
  db.many(counts(accountId, since, until));

const thin = prepared<
  [accountId: string, ids: readonly string[], times: readonly Date[]],
  { type: string; body: string }
>(
  'webhooks.list-thin-samples',
  `select e.type, e.thin as body from unnest($2::text[], $3::timestamptz[]) as asked (id, at)
   cross join lateral (select type, thin from events.events
     where account_id = $1 and id = asked.id and created_at = asked.at limit 1) as e`,
);

/** The texts of these events. */
export const listThinSamples = (db: Db, accountId: string, named: { ids: readonly string[]; times: readonly Date[] }) =>
  db.many(thin(accountId, named.ids, named.times));

const full = prepared<[accountId: string, livemode: boolean, types: readonly string[]], { type: string; body: string }>(
  'webhooks.list-full-samples',
  `select asked.type, f.body from unnest($3::text[]) as asked (type)
   cross join lateral (select f.body from webhooks.endpoints e
     cross join lateral (select body, id from webhooks.finished_deliveries f
       where f.endpoint_id = e.id and f.account_id = $1 and f.event_type = asked.type and f.body is not null
       order by f.created_at desc limit 1) as f
     where e.account_id = $1 and e.livemode = $2 and e.payload = 'full' order by f.id desc limit 1) as f`,
);

/** The last full texts of these types that were made for an endpoint of the account and mode. */
export const listFullSamples = (db: Db, tenant: { accountId: string; livemode: boolean }, types: readonly string[]) =>
  db.many(full(tenant.accountId, tenant.livemode, types));
