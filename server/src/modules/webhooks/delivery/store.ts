import { insertEventSet } from '../events/store.ts';
import type { EventSetValues } from '../events/events.ts';
import { prepared, type Db, type TxDb } from '#platform/db';
import { barred } from '../endpoint-store.ts';

/** The part of a text that the history stores: nothing if its event has it and is dropped on the same day. */
const keptBody = (row: string, finishedAt: string): string =>
  `case when (${row}.event_at at time zone 'UTC')::date = (${finishedAt} at time zone 'UTC')::date then null else ${row}.body end`;

export type NewDelivery = {
  /** The delivery's id at the first endpoint that takes it; ids for further endpoints are derived from it. */
  readonly id: string;
  readonly event_id: string;
  readonly event_at: Date;
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

// One row per event and endpoint that takes it, however many of either; for a disabled endpoint, or one of a
// suspended
// institution, it is stored as skipped. An inactive agent gets no row. The last two characters of the id distinguish
// the
// endpoints of one event. Without a full text, no endpoint took one when the texts were made. The thin text is its
// event's own; a delivery skipped on the day of its event need not repeat it.
const insertAll = prepared<[rows: string, now: Date], never>(
  'webhooks.insert-deliveries',
  `with told as (
     select left(r.id, -2) || lpad((row_number() over (partition by r.id order by e.id) - 1)::text, 2, '0') as id,
       r.account_id, e.id as endpoint_id, r.event_id, r.event_type,
       case e.payload when 'full' then r."full" else r.thin end as body,
       case e.payload when 'full' then null else r.event_at end as event_at,
       case when ${barred('e')} then 'disabled' else e.status end as status
     from json_to_recordset($1) as r(id text, event_id text, event_at timestamptz, event_type text, account_id text,
       audience text, thin text, "full" text, in_full_default boolean, to_live boolean, to_test boolean, to_live_full boolean)
     join webhooks.endpoints e on e.account_id = r.account_id and e.audience = r.audience
       and case when not e.livemode then r.to_test when e.payload = 'full' then r.to_live_full else r.to_live end
       and case when e.event_types <> '{}' then r.event_type = any(e.event_types)
                when e.payload = 'full' then r.in_full_default else true end
       and (e.payload <> 'full' or r."full" is not null)
     where e.audience = 'partner' or not ${barred('e')}
   ), skipped as (
     insert into webhooks.delivery_history
       (id, account_id, endpoint_id, event_id, event_type, event_at, body, state, attempt, created_at, finished_at)
     select id, account_id, endpoint_id, event_id, event_type, event_at, ${keptBody('told', '$2')}, 'skipped', 0, $2, $2
     from told where status = 'disabled'
   )
   insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, due_at, created_at)
   select id, account_id, endpoint_id, event_id, event_type, event_at, body, $2, $2 from told where status = 'enabled'`,
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
  [id: string, endpointId: string, eventId: string, type: string, body: string, now: Date, accountId: string],
  { id: string }
>(
  'webhooks.insert-test',
  `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, due_at, created_at)
   select $1, account_id, id, $3, $4, $5, $6, $6
   from webhooks.endpoints where account_id = $7 and id = $2 returning id`,
);

type TestDelivery = {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly now: Date;
};

/** Undefined when the endpoint was deleted. */
export const insertTest = (db: Db, { id, accountId, endpointId, eventId, type, body, now }: TestDelivery) =>
  db.find(insertOne(id, endpointId, eventId, type, body, now, accountId));

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
  /** `SentRequest` as JSON. */
  readonly sent: string | null;
};

const finish = prepared<
  [
    ids: readonly string[],
    attempts: readonly number[],
    states: readonly (string | null)[],
    dues: readonly (Date | null)[],
    ats: readonly Date[],
    successes: readonly (boolean | null)[],
    statuses: readonly (number | null)[],
    causes: readonly string[],
    durations: readonly number[],
    steps: readonly string[],
    addresses: readonly (string | null)[],
    answers: readonly (string | null)[],
    sents: readonly (string | null)[],
    now: Date,
  ],
  { id: string }
>(
  'webhooks.finish',
  `select webhooks.finish($1::text[], $2::smallint[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::boolean[],
     $7::smallint[], $8::text[], $9::integer[], $10::text[], $11::text[], $12::text[], $13::text[], $14) as id`,
);

/** Returns the ids that count; the others were recorded by another process, or are gone. */
export async function updateFinished(
  db: TxDb,
  rows: readonly FinishedDelivery[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const column = <Key extends keyof FinishedDelivery>(key: Key) => rows.map((row) => row[key]);
  const recorded = await db.many(
    finish(
      column('id'),
      column('attempt'),
      column('state'),
      column('due_at'),
      column('at'),
      column('succeeded'),
      column('status'),
      column('cause'),
      column('duration_ms'),
      rows.map(({ timings }) => JSON.stringify(timings)),
      column('address'),
      column('answer'),
      column('sent'),
      now,
    ),
  );
  return new Set(recorded.map(({ id }) => id));
}

// Never waits for a row: finishing a batch locks its rows and then the endpoint's, which is the opposite order.
const cancel = prepared<[endpointId: string, now: Date, limit: number], { seen: number }>(
  'webhooks.cancel',
  `with gone as (
     delete from webhooks.deliveries where id = any(array(
       select id from webhooks.deliveries where endpoint_id = $1 limit $3 for update skip locked))
     returning *
   ), kept as (
     insert into webhooks.delivery_history
       (id, account_id, endpoint_id, event_id, event_type, event_at, body, state, attempt, created_at, finished_at)
     select id, account_id, endpoint_id, event_id, event_type, event_at, ${keptBody('gone', '$2')}, 'canceled', attempt,
       created_at, $2 from gone
   )
   select count(*)::integer as seen from (
     select 1 from webhooks.deliveries where endpoint_id = $1 limit $3) as pending`,
);

type Cancellation = { readonly endpointId: string; readonly now: Date; readonly limit: number };

/** Cancels deliveries that no worker is finishing; returns how many there were to cancel, at most `limit`. */
export async function cancelDeliveries(db: Db, { endpointId, now, limit }: Cancellation): Promise<number> {
  return (await db.find(cancel(endpointId, now, limit)))?.seen ?? 0;
}

/**
 * A statement that logs one event per row of a query (see `insertEventSet`) and stores their deliveries, for an
 * account
 * without endpoints that take full payloads; an endpoint that starts to take them meanwhile gets no such event. It
 * stores the same
 * rows as `insertDeliveries`. An account has at most ten endpoints, so two digits distinguish those of one event.
 */
export const defineEventSet = (name: string, rows: string) =>
  prepared<[...EventSetValues, after: number, upTo: number], never>(
    `webhooks.publish-${name}`,
    `with emitted as (${insertEventSet(rows)}
     ), taking as (
       select id, event_types, case when ${barred('e')} then 'disabled' else status end as status,
         lpad((row_number() over (order by id) - 1)::text, 2, '0') as turn
       from webhooks.endpoints e
       where account_id = $1 and audience = 'partner' and livemode = $2 and payload = 'thin'
     ), told as (
       select 'dlv' || left(substr(n.id, 4), -2) || e.turn as id, e.id as endpoint_id, n.id as event_id,
         n.type as event_type, n.thin as body, e.status
       from emitted n join taking e on e.event_types = '{}' or n.type = any(e.event_types)
     ), skipped as (
       insert into webhooks.delivery_history
         (id, account_id, endpoint_id, event_id, event_type, event_at, state, attempt, created_at, finished_at)
       select id, $1, endpoint_id, event_id, event_type, $3, 'skipped', 0, $3, $3 from told where status = 'disabled'
     )
     insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, due_at, created_at)
     select id, $1, endpoint_id, event_id, event_type, $3, body, $3, $3
     from told where status = 'enabled'`,
  );

export type EventSet = ReturnType<typeof defineEventSet>;
