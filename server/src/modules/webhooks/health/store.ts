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
  readonly pending: { readonly due: number; readonly scheduled: number; next: string | null };
};

// An attempt that ended a delivery is in the delivery's row of the history, any other in the table of attempts. A delivery
// takes less than two days from its creation to its last attempt, so that is how far back the index by creation is read.
const attemptColumns = 'at, status, cause, duration_ms';

const last = (endpoint: string, succeeded: boolean) => `(select row_to_json(a) from (
  select * from (
    (select delivery_id, ${attemptColumns} from webhooks.attempts
     where endpoint_id = ${endpoint} and succeeded = ${succeeded} order by at desc limit 1)
    union all
    (select id, ${attemptColumns} from webhooks.delivery_history
     where endpoint_id = ${endpoint} and ${succeeded ? "state = 'succeeded'" : "state = 'exhausted'"} and at is not null
     order by created_at desc limit 1)
  ) as made order by at desc limit 1) as a)`;

const lately = (succeeded: boolean) => `(select count(*)::integer from (
  (select from webhooks.attempts where endpoint_id = $1 and succeeded = ${succeeded} and at > $2 limit ${countedMax})
  union all
  (select from webhooks.delivery_history where endpoint_id = $1 and created_at > $2 - interval '2 days'
     and succeeded = ${succeeded} and at > $2 limit ${countedMax})
  limit ${countedMax}) as a)`;

const pendingRows = `select due_at from webhooks.deliveries where endpoint_id = $1 and (lane = 'replay') = r.replay`;

const facts = prepared<[endpointId: string, since: Date, now: Date], HealthFacts>(
  'webhooks.health-facts',
  `select ${last('$1', true)} as last_success, ${last('$1', false)} as last_failure,
     ${lately(true)} as succeeded, ${lately(false)} as failed,
     (select json_build_object(
        'due', sum((select count(*) from (${pendingRows} and due_at <= $3 limit ${countedMax}) as d)),
        'scheduled', sum((select count(*) from (${pendingRows} and due_at > $3 limit ${countedMax}) as d)),
        'next', min((select min(due_at) from (${pendingRows} order by due_at limit 1) as d)))
      from (values (false), (true)) as r (replay)) as pending`,
);

/** The results of an endpoint since a time, and its pending deliveries. */
export async function getHealthFacts(
  db: Db,
  endpointId: string,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<HealthFacts> {
  const [row] = await db.many(facts(endpointId, since, now));
  if (row === undefined) throw new Error('a select without a table returns one row');
  return row;
}

export type EndpointToWarn = {
  readonly id: string;
  readonly account_id: string;
  readonly audience: 'agent' | 'partner';
  readonly url: string;
  readonly livemode: boolean;
  readonly failing_since: Date | null;
  /** When the first delivery was exhausted without a notification; null when the notice is about failing. */
  readonly exhausted_since: Date | null;
  readonly last_failure: AttemptFacts | null;
};

/** Institutions are always notified, agents unless they turned it off. */
const wantsWarnings = `(audience = 'partner' or not exists (
  select from webhooks.agent_settings s where s.account_id = e.account_id and not s.mail_on_failure))`;

// Marked in the statement that finds them, so that concurrent or repeated sweeps find each only once.
const claimToWarn = prepared<[failingSince: Date, toldBefore: Date, now: Date, limit: number], EndpointToWarn>(
  'webhooks.claim-to-warn',
  `with due as materialized (
     select id, failing_since,
       case when exhausted_told_at is null or exhausted_told_at <= $2 then exhausted_since end as exhausted_since
     from webhooks.endpoints e
     where ${wantsWarnings} and status = 'enabled' and not ${barred('e')}
       and ((failing_since <= $1 and warned_at is null)
         or (exhausted_since is not null and (exhausted_told_at is null or exhausted_told_at <= $2)))
     limit $4 for no key update skip locked
   )
   update webhooks.endpoints e set
     warned_at = case when e.failing_since <= $1 then coalesce(e.warned_at, $3) else e.warned_at end,
     exhausted_told_at = case when due.exhausted_since is null then e.exhausted_told_at else $3 end,
     exhausted_since = case when due.exhausted_since is null then e.exhausted_since end
   from due where e.id = due.id
   returning e.id, e.account_id, e.audience, e.url, e.livemode, due.failing_since, due.exhausted_since,
     ${last('e.id', false)} as last_failure`,
);

type Warning = {
  /** Endpoints that have been failing since then or longer are due. */
  readonly failingSince: Date;
  /** Endpoints last notified of exhausted deliveries before then are due again. */
  readonly notifiedBefore: Date;
  readonly now: Date;
  readonly limit: number;
};

/** Endpoints whose institution or operator is to be notified now, marked as notified. */
export const claimEndpointsToWarn = (db: TxDb, { failingSince, notifiedBefore, now, limit }: Warning) =>
  db.many(claimToWarn(failingSince, notifiedBefore, now, limit));

const warned = prepared<[id: string], { listening: boolean; failing_since: Date | null }>(
  'webhooks.find-warned',
  `select status = 'enabled' and not ${barred('e')} as listening, failing_since from webhooks.endpoints e where id = $1`,
);

export const findWarnedEndpoint = (db: Db, id: string) => db.find(warned(id));

const gauges = prepared<[], { failing_agents: number; failing_partners: number }>(
  'webhooks.endpoint-gauges',
  `with failing as (
     select audience from webhooks.endpoints e
     where failing_since is not null and status = 'enabled' and livemode and not ${barred('e')} limit ${countedMax}
   )
   select (select count(*)::integer from failing where audience = 'agent') as failing_agents,
     (select count(*)::integer from failing where audience = 'partner') as failing_partners`,
);

export const findEndpointGauges = (db: Db) => db.find(gauges());
