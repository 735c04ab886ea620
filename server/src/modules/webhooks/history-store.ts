import { prepared, type Db, type TxDb } from '#platform/db';
import { testEventType } from './rules.ts';

export type DeliveryRow = {
  readonly id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly account_id: string;
  readonly event_type: string;
  readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
  readonly attempts: { number: number; at: string; status: number | null; cause: string; duration_ms: number }[];
};

export type DeliveryFilter = {
  readonly endpointId: string | undefined;
  readonly eventId: string | undefined;
  readonly state: string | undefined;
  /** The last id of the page before, and the time it was made. */
  readonly before: string | undefined;
  readonly createdBy: Date | undefined;
  readonly limit: number;
};

const matches = `($1::text is null or endpoint_id = $1) and ($2::text is null or event_id = $2)
  and ($3::text is null or id < $3) and ($4::timestamptz is null or created_at <= $4)`;

/**
 * Newest first; one row more than asked for. Ids order by time of creation, so each half is read from the end of an
 * index. The statement has no name: it is planned for the filters at hand, each of which has an index of its own, and
 * one plan for all of them would read the whole history.
 */
export function listDeliveryRows(db: Db, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { endpointId, eventId, state, before, createdBy, limit } = filter;
  // The same order twice: the indexes by endpoint know the time, the one of everything knows the id.
  const order = endpointId === undefined ? 'id desc' : 'created_at desc, id desc';
  return db.many<DeliveryRow>({
    text: `with page as (
     (select id, event_id, endpoint_id, account_id, event_type, 'pending' as state, due_at as next_attempt_at, created_at
      from webhooks.deliveries where ${matches} and ($5::text is null or $5 = 'pending') order by ${order} limit $6)
     union all
     (select id, event_id, endpoint_id, account_id, event_type, state, null, created_at
      from webhooks.finished_deliveries where ${matches} and ($5::text is null or state = $5) order by ${order} limit $6)
     order by id desc limit $6
   )
   select page.*, coalesce((
     select json_agg(json_build_object('number', number, 'at', at, 'status', status, 'cause', cause, 'duration_ms', duration_ms)
       order by at) from webhooks.attempts
     where delivery_id = page.id and at > page.created_at - interval '1 hour'), '[]') as attempts
   from page order by id desc`,
    values: [endpointId ?? null, eventId ?? null, before ?? null, createdBy ?? null, state ?? null, limit + 1],
  });
}

const resend = prepared<[id: string, newId: string, now: Date], { id: string }>(
  'webhooks.resend',
  `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, state, lane, due_at, created_at)
   select $2, d.account_id, d.endpoint_id, d.event_id, d.event_type, d.body, 'waiting', 'replay', $3, $3
   from (
     select account_id, endpoint_id, event_id, event_type, body from webhooks.deliveries where id = $1
     union all
     select account_id, endpoint_id, event_id, event_type, body from webhooks.finished_deliveries where id = $1
   ) as d join webhooks.endpoints e on e.id = d.endpoint_id
   limit 1 returning id`,
);

/** The same event once more, as a delivery of its own; undefined when delivery or endpoint is gone. */
export const insertResent = (db: TxDb, id: string, fresh: { id: string; now: Date }) =>
  db.find(resend(id, fresh.id, fresh.now));

// What has reached the endpoint meanwhile, or is on its way, is not sent again; nor is a test.
const recoverable = `f.endpoint_id = $1 and f.event_type <> '${testEventType}' and f.created_at >= $2 and f.created_at < $3 and f.state = any($4::text[])
   and not exists (select from webhooks.finished_deliveries s
     where s.event_id = f.event_id and s.endpoint_id = f.endpoint_id and s.state = 'succeeded')
   and not exists (select from webhooks.deliveries p where p.event_id = f.event_id and p.endpoint_id = f.endpoint_id)`;

const count = prepared<[endpoint: string, since: Date, until: Date, states: readonly string[]], { total: number }>(
  'webhooks.count-recoverable',
  `select count(distinct f.event_id)::integer as total from webhooks.finished_deliveries f where ${recoverable}`,
);

export type RecoveryScope = {
  readonly endpointId: string;
  readonly since: Date;
  readonly until: Date;
  readonly states: readonly string[];
};

export async function countRecoverable(db: Db, { endpointId, since, until, states }: RecoveryScope): Promise<number> {
  return (await db.find(count(endpointId, since, until, states)))?.total ?? 0;
}

const recover = prepared<
  [
    endpoint: string,
    since: Date,
    until: Date,
    states: readonly string[],
    at: Date | null,
    id: string | null,
    limit: number,
    now: Date,
    newId: string,
  ],
  { place_at: Date; place_id: string; recovered: number; seen: number }
>(
  'webhooks.recover-batch',
  `with batch as materialized (
     select f.id, f.created_at, f.account_id, f.endpoint_id, f.event_id, f.event_type, f.body
     from webhooks.finished_deliveries f
     where ${recoverable} and ($5::timestamptz is null or (f.created_at, f.id) > ($5, $6))
     order by f.created_at, f.id limit $7
   ), once as (
     select distinct on (event_id) * from batch order by event_id, created_at desc
   ), put as (
     insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, state, lane, due_at, created_at)
     select left($9::text, 12) || substr(md5($9::text || id), 1, 16), account_id, endpoint_id, event_id,
       event_type, body, 'waiting', 'replay', $8, $8
     from once returning id
   )
   select (select max(created_at) from batch) as place_at,
     (select id from batch order by created_at desc, id desc limit 1) as place_id,
     (select count(*) from put)::integer as recovered, (select count(*) from batch)::integer as seen`,
);

export type RecoveryStep = RecoveryScope & {
  readonly placeAt: Date | null;
  readonly placeId: string | null;
  readonly limit: number;
  readonly now: Date;
  /** The ids of the batch begin with its time, as those of all deliveries do, and end as chance will have it. */
  readonly newId: string;
};

/** Puts the next batch back into the queue; `seen` 0 means that there is no more. */
export const recoverBatch = (db: TxDb, step: RecoveryStep) =>
  db.find(
    recover(
      step.endpointId,
      step.since,
      step.until,
      step.states,
      step.placeAt,
      step.placeId,
      step.limit,
      step.now,
      step.newId,
    ),
  );
