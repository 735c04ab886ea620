import { prepared, type Db, type TxDb } from '#platform/db';
import { barred } from '../endpoint-store.ts';

/** Counts stop here: enough to see how bad it is, at a bounded cost. */
const countedMax = 100_000;

export type AttemptFacts = {
  readonly delivery_id: string;
  readonly at: string;
  readonly status: number | null;
  readonly cause: string;
  readonly duration_ms: number;
};

export type HealthFacts = {
  readonly last_success: AttemptFacts | null;
  readonly last_failure: AttemptFacts | null;
  readonly succeeded: number;
  readonly failed: number;
  readonly pending: {
    readonly waiting: number;
    readonly parked: number;
    readonly claimed: number;
    next: string | null;
  };
};

const last = (succeeded: string) => `(select row_to_json(a) from (
  select delivery_id, at, status, cause, duration_ms from webhooks.attempts
  where endpoint_id = $1 and ${succeeded} order by at desc limit 1) as a)`;

const lately = (succeeded: string) => `(select count(*)::integer from (
  select 1 from webhooks.attempts where endpoint_id = $1 and ${succeeded} and at > $2 limit ${countedMax}) as a)`;

const facts = prepared<[endpointId: string, since: Date], HealthFacts>(
  'webhooks.health-facts',
  `select ${last('succeeded')} as last_success, ${last('not succeeded')} as last_failure,
     ${lately('succeeded')} as succeeded, ${lately('not succeeded')} as failed,
     (select json_build_object(
        'waiting', count(*) filter (where state = 'waiting'), 'parked', count(*) filter (where state = 'parked'),
        'claimed', count(*) filter (where state = 'claimed'), 'next', min(due_at) filter (where state = 'waiting'))
      from (select state, due_at from webhooks.deliveries where endpoint_id = $1
            order by created_at limit ${countedMax}) as d) as pending`,
);

/** The results of an endpoint since a time, and its pending deliveries. */
export async function getHealthFacts(db: Db, endpointId: string, since: Date): Promise<HealthFacts> {
  const [row] = await db.many(facts(endpointId, since));
  if (row === undefined) throw new Error('a select without a table returns one row');
  return row;
}

export type EndpointToWarn = {
  readonly id: string;
  readonly account_id: string;
  readonly url: string;
  readonly livemode: boolean;
  readonly failing_since: Date | null;
  /** When the first delivery was exhausted without a notification; null when the notice is about failing. */
  readonly exhausted_since: Date | null;
  readonly last_failure: AttemptFacts | null;
};

// Marked in the statement that finds them, so that concurrent or repeated sweeps find each only once.
const claimToWarn = prepared<[failingSince: Date, toldBefore: Date, now: Date, limit: number], EndpointToWarn>(
  'webhooks.claim-to-warn',
  `with due as materialized (
     select id, failing_since,
       case when exhausted_told_at is null or exhausted_told_at <= $2 then exhausted_since end as exhausted_since
     from webhooks.endpoints e
     where audience = 'partner' and status = 'enabled' and not ${barred('e')}
       and ((failing_since <= $1 and warned_at is null)
         or (exhausted_since is not null and (exhausted_told_at is null or exhausted_told_at <= $2)))
     limit $4 for no key update skip locked
   )
   update webhooks.endpoints e set
     warned_at = case when e.failing_since <= $1 then coalesce(e.warned_at, $3) else e.warned_at end,
     exhausted_told_at = case when due.exhausted_since is null then e.exhausted_told_at else $3 end,
     exhausted_since = case when due.exhausted_since is null then e.exhausted_since end
   from due where e.id = due.id
   returning e.id, e.account_id, e.url, e.livemode, due.failing_since, due.exhausted_since,
     (select row_to_json(a) from (
        select delivery_id, at, status, cause, duration_ms from webhooks.attempts
        where endpoint_id = e.id and not succeeded order by at desc limit 1) as a) as last_failure`,
);

type Warning = {
  /** Endpoints that have been failing since then or longer are due. */
  readonly failingSince: Date;
  /** Endpoints last notified of exhausted deliveries before then are due again. */
  readonly notifiedBefore: Date;
  readonly now: Date;
  readonly limit: number;
};

/** Endpoints whose institution is to be notified now, marked as notified. */
export const claimEndpointsToWarn = (db: TxDb, { failingSince, notifiedBefore, now, limit }: Warning) =>
  db.many(claimToWarn(failingSince, notifiedBefore, now, limit));

const warned = prepared<[id: string], { listening: boolean; failing_since: Date | null }>(
  'webhooks.find-warned',
  `select status = 'enabled' and not ${barred('e')} as listening, failing_since from webhooks.endpoints e where id = $1`,
);

export const findWarnedEndpoint = (db: Db, id: string) => db.find(warned(id));

const gauges = prepared<
  [],
  { failing_agents: number; failing_partners: number; parked_endpoints: number; most_parked: number }
>(
  'webhooks.endpoint-gauges',
  `with failing as (
     select audience from webhooks.endpoints e
     where failing_since is not null and status = 'enabled' and not ${barred('e')} limit ${countedMax}
   ), parked as (
     select count(*) as count from (
       select endpoint_id from webhooks.deliveries where state = 'parked' limit ${countedMax}) as d group by endpoint_id
   )
   select (select count(*)::integer from failing where audience = 'agent') as failing_agents,
     (select count(*)::integer from failing where audience = 'partner') as failing_partners,
     (select count(*)::integer from parked) as parked_endpoints,
     (select coalesce(max(count), 0)::integer from parked) as most_parked`,
);

export const findEndpointGauges = (db: Db) => db.find(gauges());
