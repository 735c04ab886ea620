import { prepared, type Db, type TxDb } from '#platform/db';
import { testEventType, type DeliveryKey } from '../rules.ts';

/** The text of a finished delivery: its own, or its event's, which is null once that has expired. */
const bodyOf = (row: string): string =>
  `coalesce(${row}.body, (select thin from events.events e where e.id = ${row}.event_id and e.created_at = ${row}.event_at))`;

export type DeliveryRow = {
  readonly id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly account_id: string;
  readonly event_type: string;
  readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
  readonly attempts: {
    number: number;
    at: string;
    status: number | null;
    cause: string;
    duration_ms: number;
    answer: string | null;
  }[];
};

export type DeliveryFilter = {
  readonly endpointId: string | undefined;
  readonly eventId: string | undefined;
  readonly state: string | undefined;
  /** An institution or an agent; `all` is for staff. */
  readonly accountId: string | 'all';
  readonly type?: string | undefined;
  /** The last id of the previous page, and the time it was created. */
  readonly before: string | undefined;
  readonly createdBy: Date | undefined;
  readonly limit: number;
};

const matches = `($1::text is null or endpoint_id = $1) and ($2::text is null or event_id = $2)
  and ($3::text is null or id < $3) and ($4::timestamptz is null or created_at <= $4)
  and ($7::text is null or account_id = $7) and ($8::text is null or event_type = $8)`;

/** A type alone has no index: it is looked for among so many of the newest deliveries. */
const newestSearched = 50_000;

/**
 * One half of the list. Of an account the deliveries of each endpoint are read from the end of its index; an account has
 * few endpoints.
 */
function halfOf(table: string, filter: DeliveryFilter, columns: string): string {
  const { endpointId, eventId, accountId, type } = filter;
  const state = table === 'webhooks.deliveries' ? "$5 = 'pending'" : 'state = $5';
  const wanted = `${matches} and ($5::text is null or ${state})`;
  const byEndpoint = 'created_at desc, id desc';
  if (accountId !== 'all' && endpointId === undefined && eventId === undefined)
    return `select half.* from webhooks.endpoints e cross join lateral (
      select ${columns} from ${table} where endpoint_id = e.id and ${wanted} order by ${byEndpoint} limit $6) half
      where e.account_id = $7`;
  if (type !== undefined && endpointId === undefined && eventId === undefined)
    return `select ${columns} from (select * from ${table} where $3::text is null or id < $3 order by id desc
      limit ${newestSearched}) newest where ${wanted} order by id desc limit $6`;
  // Two spellings of one order: the indexes by endpoint contain the time, the primary key the id.
  const order = endpointId === undefined ? 'id desc' : byEndpoint;
  return `select ${columns} from ${table} where ${wanted} order by ${order} limit $6`;
}

const shared = 'id, event_id, endpoint_id, account_id, event_type';
const pendingColumns = `${shared}, 'pending' as state, due_at as next_attempt_at, created_at, null::smallint as number,
  null::timestamptz as at, null::smallint as status, null as cause, null::integer as duration_ms, null as answer`;
// The attempt that ended a delivery is in its own row.
const finishedColumns = `${shared}, state, null::timestamptz as next_attempt_at, created_at, attempt as number, at, status, cause,
  duration_ms, answer`;

/** The deliveries of a page with all their attempts. */
const withAttempts = (page: string): string => `with page as (${page})
   select ${shared}, state, next_attempt_at, created_at, coalesce((
     select json_agg(json_build_object('number', number, 'at', at, 'status', status, 'cause', cause, 'duration_ms', duration_ms,
       'answer', answer) order by at)
     from (
       select number, at, status, cause, duration_ms, answer from webhooks.attempts
       where delivery_id = page.id and at > page.created_at - interval '1 hour'
       union all
       select page.number, page.at, page.status, page.cause, page.duration_ms, page.answer where page.at is not null
     ) as made), '[]') as attempts
   from page order by id desc`;

/**
 * Newest first; one row more than requested. Ids are ordered by creation time, so each half is read from the end of an
 * index. The statement is not prepared: it is planned for the given filters, each of which has its own index, and one
 * plan for all of them would read the whole history.
 */
export function listDeliveryRows(db: Db, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { endpointId, eventId, state, before, createdBy, limit, type } = filter;
  const accountId = filter.accountId === 'all' ? undefined : filter.accountId;
  return db.many<DeliveryRow>({
    text: withAttempts(`
     (${halfOf('webhooks.deliveries', filter, pendingColumns)})
     union all
     (${halfOf('webhooks.finished_deliveries', filter, finishedColumns)})
     order by id desc limit $6`),
    values: [endpointId, eventId, before, createdBy, state, limit + 1, accountId, type].map((value) => value ?? null),
  });
}

const byKey = prepared<[accountId: string, id: string], DeliveryRow>(
  'webhooks.find-delivery',
  withAttempts(`
     (select ${pendingColumns} from webhooks.deliveries where account_id = $1 and id = $2)
     union all
     (select ${finishedColumns} from webhooks.finished_deliveries where account_id = $1 and id = $2)
     limit 1`),
);

export const findDeliveryRow = (db: Db, { accountId, id }: DeliveryKey) => db.find(byKey(accountId, id));

const accountOf = prepared<[id: string], { account_id: string }>(
  'webhooks.find-delivery-account',
  `select account_id from webhooks.deliveries where id = $1
   union all select account_id from webhooks.finished_deliveries where id = $1 limit 1`,
);

/** Whose delivery it is, for staff, who address any by its id. */
export const findDeliveryAccount = (db: Db, id: string) => db.find(accountOf(id));

const deliveryByKey = `(
     select account_id, endpoint_id, event_id, event_type, event_at, body from webhooks.deliveries where account_id = $1 and id = $2
     union all
     select account_id, endpoint_id, event_id, event_type, event_at, ${bodyOf('f')} from webhooks.finished_deliveries f
     where account_id = $1 and id = $2
   )`;

const content = prepared<[accountId: string, id: string], { body: string; url: string | null }>(
  'webhooks.find-delivery-content',
  `select d.body, e.url from ${deliveryByKey} as d left join webhooks.endpoints e on e.id = d.endpoint_id
   where d.body is not null limit 1`,
);

/** What is sent, and to where; the address is gone with its endpoint. Undefined also when the text has just expired. */
export const findDeliveryContent = (db: Db, { accountId, id }: DeliveryKey) => db.find(content(accountId, id));

const resend = prepared<[accountId: string, id: string, newId: string, now: Date], { id: string }>(
  'webhooks.resend',
  `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, lane, due_at, created_at)
   select $3, d.account_id, d.endpoint_id, d.event_id, d.event_type, d.event_at, d.body, 'replay', $4, $4
   from ${deliveryByKey} as d join webhooks.endpoints e on e.id = d.endpoint_id
   where d.body is not null limit 1 returning id`,
);

/** The same event as a new delivery; undefined when delivery or endpoint was deleted. */
export const insertResent = (db: TxDb, { accountId, id }: DeliveryKey, fresh: { id: string; now: Date }) =>
  db.find(resend(accountId, id, fresh.id, fresh.now));

// What has arrived meanwhile, or is on its way, is not resent; nor is a test.
const recoverable = `f.endpoint_id = $1 and f.event_type <> '${testEventType}' and f.created_at >= $2 and f.created_at < $3 and f.state = any($4::text[])
   and not exists (select from webhooks.finished_deliveries s
     where s.event_id = f.event_id and s.endpoint_id = f.endpoint_id and s.state = 'succeeded')
   and not exists (select from webhooks.deliveries p where p.event_id = f.event_id and p.endpoint_id = f.endpoint_id)`;

const count = prepared<[endpoint: string, since: Date, until: Date, states: readonly string[]], { total: number }>(
  'webhooks.count-recoverable',
  `select count(distinct f.event_id)::integer as total from webhooks.finished_deliveries f where ${recoverable}`,
);

type RecoveryScope = {
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
  { recovered: number } & ({ place_at: Date; place_id: string } | { place_at: null; place_id: null })
>(
  'webhooks.recover-batch',
  `with batch as materialized (
     select f.id, f.created_at, f.account_id, f.endpoint_id, f.event_id, f.event_type, f.event_at, ${bodyOf('f')} as body
     from webhooks.finished_deliveries f
     where ${recoverable} and ($5::timestamptz is null or (f.created_at, f.id) > ($5, $6))
     order by f.created_at, f.id limit $7
   ), once as (
     select distinct on (event_id) * from batch order by event_id, created_at desc
   ), put as (
     insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, lane, due_at, created_at)
     select left($9::text, 12) || substr(md5($9::text || id), 1, 16), account_id, endpoint_id, event_id,
       event_type, event_at, body, 'replay', $8, $8
     from once where body is not null returning id
   )
   select (select max(created_at) from batch) as place_at,
     (select id from batch order by created_at desc, id desc limit 1) as place_id,
     (select count(*) from put)::integer as recovered`,
);

type RecoveryStep = RecoveryScope & {
  readonly cursorAt: Date | null;
  readonly cursorId: string | null;
  readonly limit: number;
  readonly now: Date;
  /** Ids of the batch begin with its time, as all delivery ids do, and end at random. */
  readonly newId: string;
};

/** Puts the next batch back into the queue; null for the last row of the batch means that there is no more. */
export const recoverBatch = (db: TxDb, step: RecoveryStep) =>
  db.find(
    recover(
      step.endpointId,
      step.since,
      step.until,
      step.states,
      step.cursorAt,
      step.cursorId,
      step.limit,
      step.now,
      step.newId,
    ),
  );
