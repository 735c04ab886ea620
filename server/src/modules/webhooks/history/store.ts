import { prepared, type Db, type TxDb } from '#platform/db';
import { modeOf, type DeliveryKey, type AccountMode } from '../rules.ts';

/** The text of a finished delivery: its own, or its event's, which is null once that has expired. */
export const bodyOf = (row: string): string =>
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
    address: string | null;
    timings: Record<string, number> | null;
    sent: string | null;
  }[];
};

export type DeliveryFilter = {
  readonly endpointId: string | undefined;
  readonly eventId: string | undefined;
  readonly state: string | undefined;
  /** An institution or an agent; `all` is for staff, without sandbox agents unless an endpoint or an event is named. */
  readonly owner: AccountMode | 'all';
  readonly type?: string | undefined;
  /** The last id of the previous page, and the time it was created. */
  readonly before: string | undefined;
  readonly createdBy: Date | undefined;
  readonly limit: number;
};

const matches = `($1::text is null or endpoint_id = $1) and ($2::text is null or event_id = $2)
  and ($3::text is null or id < $3) and ($4::timestamptz is null or created_at <= $4)
  and ($7::text is null or account_id = $7) and ($8::text is null or event_type = $8)`;

/** That the endpoint of a row is, or was, of this account and this mode; null is any mode. */
export const isOfMode = (account: string, mode: string): string => `(${mode}::boolean is null
  or exists (select from webhooks.endpoints e where e.account_id = ${account} and e.id = endpoint_id and e.livemode = ${mode})
  or exists (select from webhooks.deleted_endpoints g
    where g.account_id = ${account} and g.id = endpoint_id and g.livemode = ${mode}))`;

/** Anyone can have sandbox agents, whose deliveries would otherwise dominate the overall list. */
const ofNoTestAgent = 'not exists (select from credentials.principals p where p.id = account_id and not p.livemode)';

/**
 * The number of deleted endpoints, latest first, in an account's overall delivery list. Older ones are found by
 * endpoint.
 */
const deletedListed = 50;

/** The endpoints of an account and mode, and those deleted lately. */
const endpointsOf = (account: string, mode: string): string => `(
  select id, livemode from webhooks.endpoints where account_id = ${account} and (${mode}::boolean is null or livemode = ${mode})
  union all (select id, livemode from webhooks.deleted_endpoints
    where account_id = ${account} and (${mode}::boolean is null or livemode = ${mode}) order by deleted_at desc limit ${deletedListed}))`;

/** A type alone has no index, so this many of the newest deliveries are searched. */
const newestSearched = 50_000;

/**
 * One half of the list. Of an account the deliveries of each endpoint are read from the end of its index; an account has
 * few endpoints.
 */
function halfOf(table: string, filter: DeliveryFilter, columns: string): string {
  const { endpointId, eventId, owner, type } = filter;
  const state = table === 'webhooks.deliveries' ? "$5 = 'pending'" : 'state = $5';
  const everybodys = owner === 'all' && endpointId === undefined && eventId === undefined;
  const wanted = `${matches} and ($5::text is null or ${state}) and ${isOfMode('$7', '$9')}${everybodys ? ` and ${ofNoTestAgent}` : ''}`;
  const byEndpoint = 'created_at desc, id desc';
  if (owner !== 'all' && endpointId === undefined && eventId === undefined)
    return `select half.* from ${endpointsOf('$7', '$9')} o cross join lateral (
      select ${columns} from ${table} where endpoint_id = o.id and ${wanted} order by ${byEndpoint} limit $6) half`;
  if (type !== undefined && endpointId === undefined && eventId === undefined)
    return `select ${columns} from (select * from ${table} where $3::text is null or id < $3 order by id desc
      limit ${newestSearched}) newest where ${wanted} order by id desc limit $6`;
  // Two spellings of one order: the indexes by endpoint contain the time, the primary key the id.
  const order = endpointId === undefined ? 'id desc' : byEndpoint;
  return `select ${columns} from ${table} where ${wanted} order by ${order} limit $6`;
}

const shared = 'id, event_id, endpoint_id, account_id, event_type';
export const pendingColumns = `${shared}, 'pending' as state, due_at as next_attempt_at, created_at, null::smallint as number,
  null::timestamptz as at, null::smallint as status, null as cause, null::integer as duration_ms, null as answer,
  null as address, null::jsonb as timings, null as sent`;
// The attempt that ended a delivery is in its own row.
export const finishedColumns = `${shared}, state, null::timestamptz as next_attempt_at, created_at, attempt as number, at, status, cause,
  duration_ms, answer, address, timings, sent`;

/** The deliveries of a page with all their attempts. */
export const withAttempts = (page: string): string => `with page as (${page})
   select ${shared}, state, next_attempt_at, created_at, coalesce((
     select json_agg(json_build_object('number', number, 'at', at, 'status', status, 'cause', cause, 'duration_ms', duration_ms,
       'answer', answer, 'address', address, 'timings', timings, 'sent', sent) order by at)
     from (
       select number, at, status, cause, duration_ms, answer, address, timings, sent from webhooks.attempts
       where delivery_id = page.id and at > page.created_at - interval '1 hour'
       union all
       select page.number, page.at, page.status, page.cause, page.duration_ms, page.answer, page.address, page.timings, page.sent
       where page.at is not null
     ) as made), '[]') as attempts
   from page order by id desc`;

/**
 * Newest first; one row more than requested. Ids are ordered by creation time, so each half is read from the end of an
 * index. The statement is not prepared: it is planned for the given filters, each of which has its own index, and one
 * plan for all of them would read the whole history.
 */
export function listDeliveryRows(db: Db, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { endpointId, eventId, state, before, createdBy, limit, type } = filter;
  const [accountId, mode] = filter.owner === 'all' ? [] : [filter.owner.accountId, modeOf(filter.owner)];
  return db.many<DeliveryRow>({
    text: withAttempts(`
     (${halfOf('webhooks.deliveries', filter, pendingColumns)})
     union all
     (${halfOf('webhooks.delivery_history', filter, finishedColumns)})
     order by id desc limit $6`),
    values: [endpointId, eventId, before, createdBy, state, limit + 1, accountId, type, mode].map(
      (value) => value ?? null,
    ),
  });
}

/** Of this account, this id and this mode: the conditions of every statement about one delivery. */
const keyed = (row: string): string => `${row}.account_id = $1 and ${row}.id = $2 and ${isOfMode('$1', '$3')}`;

const byKey = prepared<[accountId: string, id: string, livemode: boolean | null], DeliveryRow>(
  'webhooks.find-delivery',
  withAttempts(`
     (select ${pendingColumns} from webhooks.deliveries d where ${keyed('d')})
     union all
     (select ${finishedColumns} from webhooks.delivery_history f where ${keyed('f')})
     limit 1`),
);

export const findDeliveryRow = (db: Db, key: DeliveryKey) => db.find(byKey(key.accountId, key.id, modeOf(key)));

const accountOf = prepared<[id: string], { account_id: string }>(
  'webhooks.find-delivery-account',
  `select account_id from webhooks.deliveries where id = $1
   union all select account_id from webhooks.delivery_history where id = $1 limit 1`,
);

/** The owner of a delivery, for staff, who address any by its id. */
export const findDeliveryAccount = (db: Db, id: string) => db.find(accountOf(id));

const deliveryByKey = `(
     select id, account_id, endpoint_id, event_id, event_type, event_at, body from webhooks.deliveries d where ${keyed('d')}
     union all
     select id, account_id, endpoint_id, event_id, event_type, event_at, ${bodyOf('f')} from webhooks.delivery_history f
     where ${keyed('f')}
   )`;

const content = prepared<
  [accountId: string, id: string, livemode: boolean | null],
  { body: string; url: string | null; deleted_at: Date | null }
>(
  'webhooks.find-delivery-content',
  `select d.body, e.url, g.deleted_at from ${deliveryByKey} as d left join webhooks.endpoints e on e.id = d.endpoint_id
   left join webhooks.deleted_endpoints g on g.account_id = d.account_id and g.id = d.endpoint_id
   where d.body is not null limit 1`,
);

/** The sent text and its address, which is gone with its endpoint. Undefined also when the text has just expired. */
export const findDeliveryContent = (db: Db, key: DeliveryKey) => db.find(content(key.accountId, key.id, modeOf(key)));

const resend = prepared<
  [accountId: string, id: string, livemode: boolean | null, newId: string, now: Date],
  { id: string }
>(
  'webhooks.resend',
  `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, lane, due_at, created_at)
   select $4, d.account_id, d.endpoint_id, d.event_id, d.event_type, d.event_at, d.body, 'replay', $5, $5
   from ${deliveryByKey} as d join webhooks.endpoints e on e.id = d.endpoint_id
   where d.body is not null limit 1 returning id`,
);

/** The same event as a new delivery; undefined when delivery or endpoint was deleted. */
export const insertResent = (db: TxDb, key: DeliveryKey, fresh: { id: string; now: Date }) =>
  db.find(resend(key.accountId, key.id, modeOf(key), fresh.id, fresh.now));

const resendAll = prepared<
  [accountId: string, livemode: boolean | null, ids: readonly string[], freshIds: readonly string[], now: Date],
  { delivery_id: string; new_delivery_id: string }
>(
  'webhooks.resend-all',
  `with wanted as (select * from unnest($3::text[], $4::text[]) as w (id, fresh)
   ), found as (
     select d.id, d.account_id, d.endpoint_id, d.event_id, d.event_type, d.event_at, d.body from webhooks.deliveries d
     where d.account_id = $1 and d.id = any($3::text[]) and ${isOfMode('$1', '$2')}
     union all
     select f.id, f.account_id, f.endpoint_id, f.event_id, f.event_type, f.event_at, ${bodyOf('f')}
     from webhooks.delivery_history f
     where f.account_id = $1 and f.id = any($3::text[]) and ${isOfMode('$1', '$2')}
   ), put as (
     insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, lane, due_at, created_at)
     select w.fresh, d.account_id, d.endpoint_id, d.event_id, d.event_type, d.event_at, d.body, 'replay', $5, $5
     from found d join wanted w on w.id = d.id join webhooks.endpoints e on e.account_id = $1 and e.id = d.endpoint_id
     where d.body is not null returning id
   )
   select w.id as delivery_id, put.id as new_delivery_id from put join wanted w on w.fresh = put.id`,
);

type Resending = { readonly ids: readonly string[]; readonly freshIds: readonly string[]; readonly now: Date };

/** Returns the resent ones; the others were deleted with their endpoint, or do not exist. */
export const insertAllResent = (db: TxDb, owner: AccountMode, { ids, freshIds, now }: Resending) =>
  db.many(resendAll(owner.accountId, modeOf(owner), ids, freshIds, now));

const forget = prepared<[before: Date], never>(
  'webhooks.delete-forgotten-endpoints',
  'delete from webhooks.deleted_endpoints where deleted_at < $1',
);

export const deleteForgottenEndpoints = (db: Db, before: Date) => db.many(forget(before));
