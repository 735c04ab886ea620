import { prepared, type Db, type TxDb } from '#platform/db';
import { barred } from '../endpoint-store.ts';
import { testEventType } from '../rules.ts';

export type Lane = 'live' | 'slow' | 'replay';

export type ClaimedDelivery = {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly body: string;
  readonly attempt: number;
  readonly due_at: Date;
};

export type NewDelivery = {
  /** The delivery's id at the first endpoint that takes it; ids for further endpoints are derived from it. */
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly account_id: string;
  readonly audience: 'agent' | 'partner';
  readonly thin: string;
  readonly full: string | null;
  readonly in_full_default: boolean;
  readonly to_live: boolean;
  readonly to_test: boolean;
  readonly to_live_full: boolean;
};

// One row per event and endpoint that takes it, however many of either; for a disabled endpoint, or one of a suspended
// institution, it is stored as skipped. An inactive agent gets no row. The last two characters of the id tell the
// endpoints of one event apart. Without a full text, no endpoint took one when the texts were made.
const insertAll = prepared<[rows: string, now: Date], never>(
  'webhooks.insert-deliveries',
  `with told as (
     select left(r.id, -2) || lpad((row_number() over (partition by r.id order by e.id) - 1)::text, 2, '0') as id,
       r.account_id, e.id as endpoint_id, r.event_id, r.event_type,
       case e.payload when 'full' then r."full" else r.thin end as body,
       case when ${barred('e')} then 'disabled' else e.status end as status, e.slow
     from json_to_recordset($1) as r(id text, event_id text, event_type text, account_id text, audience text, thin text,
       "full" text, in_full_default boolean, to_live boolean, to_test boolean, to_live_full boolean)
     join webhooks.endpoints e on e.account_id = r.account_id and e.audience = r.audience
       and case when not e.livemode then r.to_test when e.payload = 'full' then r.to_live_full else r.to_live end
       and case when e.event_types <> '{}' then r.event_type = any(e.event_types)
                when e.payload = 'full' then r.in_full_default else true end
       and (e.payload <> 'full' or r."full" is not null)
     where e.audience = 'partner' or not ${barred('e')}
   ), skipped as (
     insert into webhooks.finished_deliveries
       (id, account_id, endpoint_id, event_id, event_type, body, state, attempt, created_at, finished_at)
     select id, account_id, endpoint_id, event_id, event_type, body, 'skipped', 0, $2, $2 from told where status = 'disabled'
   )
   insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, state, lane, due_at, created_at)
   select id, account_id, endpoint_id, event_id, event_type, body, 'waiting', case when slow then 'slow' else 'live' end, $2, $2
   from told where status = 'enabled'`,
);

export function insertDeliveries(db: TxDb, rows: readonly NewDelivery[], now: Date): void {
  db.write(insertAll(JSON.stringify(rows), now));
}

const payloads = prepared<[accountId: string], { payload: 'thin' | 'full' }>(
  'webhooks.list-payloads',
  'select distinct payload from webhooks.endpoints where account_id = $1',
);

/** Which payloads an account's endpoints take, of either mode; empty when it has no endpoint. */
export const listPayloads = (db: Db, accountId: string) => db.many(payloads(accountId));

const insertOne = prepared<
  [id: string, endpointId: string, eventId: string, type: string, body: string, now: Date],
  { id: string }
>(
  'webhooks.insert-test',
  `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, state, lane, due_at, created_at)
   select $1, account_id, id, $3, $4, $5, 'waiting', case when slow then 'slow' else 'live' end, $6, $6
   from webhooks.endpoints where id = $2 returning id`,
);

type TestDelivery = {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly body: string;
  readonly now: Date;
};

/** Undefined when the endpoint was deleted. */
export const insertTest = (db: Db, { id, endpointId, eventId, body, now }: TestDelivery) =>
  db.find(insertOne(id, endpointId, eventId, testEventType, body, now));

const claim = prepared<[worker: string, lane: Lane, now: Date, batch: number, cap: number], ClaimedDelivery>(
  'webhooks.claim',
  'select * from webhooks.claim($1, $2, $3, $4, $5)',
);

type Claim = {
  readonly worker: string;
  readonly lane: Lane;
  readonly now: Date;
  readonly batch: number;
  readonly cap: number;
};

export const claimDeliveries = (db: Db, { worker, lane, now, batch, cap }: Claim) =>
  db.many(claim(worker, lane, now, batch, cap));

const fence = `d.id = r.id and d.attempt = r.attempt and d.claimed_by = $1 and d.state = 'claimed'`;

const release = prepared<[worker: string, rows: string], never>(
  'webhooks.release',
  `update webhooks.deliveries d set state = 'waiting', attempt = d.attempt - 1, claimed_by = null, lease_until = null
   from json_to_recordset($2) as r(id text, attempt smallint) where ${fence}`,
);

export const releaseDeliveries = (db: Db, worker: string, rows: readonly ClaimedDelivery[]) =>
  db.many(release(worker, JSON.stringify(rows.map(({ id, attempt }) => ({ id, attempt })))));

const reap = prepared<[], { id: string }>(
  'webhooks.reap',
  `update webhooks.deliveries set state = 'waiting', claimed_by = null, lease_until = null
   where id = any(array(
     select id from webhooks.deliveries where state = 'claimed' and lease_until < now() limit 500 for update skip locked))
   returning id`,
);

export const reapDeliveries = (db: Db) => db.many(reap());

export type FinishedDelivery = {
  readonly id: string;
  readonly attempt: number;
  /** null: retried at `due_at`. */
  readonly state: 'succeeded' | 'exhausted' | 'canceled' | 'skipped' | null;
  readonly due_at: Date | null;
  readonly at: Date;
  /** null: nothing was sent. */
  readonly succeeded: boolean | null;
  readonly status: number | null;
  readonly cause: string;
  readonly duration_ms: number;
  readonly timings: Readonly<Record<string, number>>;
  readonly address: string | null;
  readonly answer: string | null;
};

// The attempt is written only where the fence holds, in the same statement. Each row is looked up separately by its id
// and changed where it was found: a join would be planned for the empty queue that the statistics usually show.
const finish = prepared<[worker: string, rows: string, now: Date], never>(
  'webhooks.finish',
  `with ours as materialized (
     select r.*, d.place, d.endpoint_id
     from json_to_recordset($2) as r(id text, attempt smallint, state text, due_at timestamptz, at timestamptz,
       succeeded boolean, status smallint, cause text, duration_ms integer, timings jsonb, address text, answer text)
     cross join lateral (
       select d.ctid as place, d.endpoint_id from webhooks.deliveries d where ${fence} limit 1 for update) as d
   ), retried as (
     update webhooks.deliveries d set state = 'waiting', due_at = r.due_at, claimed_by = null, lease_until = null
     from ours r where d.ctid = r.place and r.state is null
   ), done as (
     delete from webhooks.deliveries d using ours r where d.ctid = r.place and r.state is not null
     returning d.id, d.account_id, d.endpoint_id, d.event_id, d.event_type, d.body, r.state, d.attempt, d.created_at
   ), kept as (
     insert into webhooks.finished_deliveries
       (id, account_id, endpoint_id, event_id, event_type, body, state, attempt, created_at, finished_at)
     select id, account_id, endpoint_id, event_id, event_type, body, state, attempt, created_at, $3 from done
   )
   insert into webhooks.attempts
     (delivery_id, endpoint_id, number, at, succeeded, status, cause, duration_ms, timings, address, answer)
   select id, endpoint_id, attempt, at, succeeded, status, cause, duration_ms, timings, address, answer from ours`,
);

type Batch = { readonly worker: string; readonly rows: readonly FinishedDelivery[]; readonly now: Date };

/** Only queued: it is sent with the commit, in the same round trip. */
export function updateFinished(db: TxDb, { worker, rows, now }: Batch): void {
  db.write(finish(worker, JSON.stringify(rows), now));
}

const unpark = prepared<[endpoints: readonly string[], freed: readonly number[]], never>(
  'webhooks.unpark',
  `update webhooks.deliveries set state = 'waiting' where ctid = any(array(
     select p.place from unnest($1::text[], $2::integer[]) as e(id, freed) cross join lateral (
       select ctid as place from webhooks.deliveries where state = 'parked' and endpoint_id = e.id
       order by due_at limit e.freed for update skip locked) as p))`,
);

/** Makes as many parked deliveries of each endpoint due as it has free slots; more would only be parked again. */
export function unparkDeliveries(db: TxDb, freed: ReadonlyMap<string, number>): void {
  if (freed.size > 0) db.write(unpark([...freed.keys()], [...freed.values()]));
}

// Walks the parked index endpoint by endpoint instead of reading every parked row.
const parkedEndpoints = prepared<[], { endpoint_id: string }>(
  'webhooks.parked-endpoints',
  `with recursive walk as (
     (select endpoint_id from webhooks.deliveries where state = 'parked' order by endpoint_id limit 1)
     union all
     select (select d.endpoint_id from webhooks.deliveries d where d.state = 'parked' and d.endpoint_id > walk.endpoint_id
             order by d.endpoint_id limit 1) from walk where walk.endpoint_id is not null
   ) select endpoint_id from walk where endpoint_id is not null`,
);

export async function listParkedEndpoints(db: Db): Promise<string[]> {
  return (await db.many(parkedEndpoints())).map((row) => row.endpoint_id);
}

// Never waits for a row: finishing a batch locks its rows and then the endpoint's, which is the opposite order.
const cancel = prepared<[endpointId: string, now: Date, limit: number], { seen: number }>(
  'webhooks.cancel',
  `with gone as (
     delete from webhooks.deliveries where id = any(array(
       select id from webhooks.deliveries where endpoint_id = $1 limit $3 for update skip locked))
     returning *
   ), kept as (
     insert into webhooks.finished_deliveries
       (id, account_id, endpoint_id, event_id, event_type, body, state, attempt, created_at, finished_at)
     select id, account_id, endpoint_id, event_id, event_type, body, 'canceled', attempt, created_at, $2 from gone
   )
   select count(*)::integer as seen from (
     select 1 from webhooks.deliveries where endpoint_id = $1 limit $3) as pending`,
);

type Cancellation = { readonly endpointId: string; readonly now: Date; readonly limit: number };

/** Cancels deliveries that no worker is finishing; returns how many there were to cancel, at most `limit`. */
export async function cancelDeliveries(db: Db, { endpointId, now, limit }: Cancellation): Promise<number> {
  return (await db.find(cancel(endpointId, now, limit)))?.seen ?? 0;
}

const backlog = prepared<[lane: Lane, now: Date], { due: number; oldest: number; parked: number }>(
  'webhooks.backlog',
  `select count(*)::integer as due, coalesce(extract(epoch from $2 - min(due_at)), 0)::float8 as oldest,
     (select count(*)::integer from (
        select 1 from webhooks.deliveries where state = 'parked' and lane = $1 limit 10000) as p) as parked
   from (select due_at from webhooks.deliveries where state = 'waiting' and lane = $1 and due_at <= $2
         order by due_at limit 10000) as d`,
);

export const findBacklog = (db: Db, lane: Lane, now: Date) => db.find(backlog(lane, now));
