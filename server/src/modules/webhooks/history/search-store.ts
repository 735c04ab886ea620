import { prepared, type Db } from '#platform/db';
import { modeOf, type AccountMode } from '../rules.ts';
import { finishedColumns, isOfMode, pendingColumns, withAttempts, type DeliveryRow } from './store.ts';

export const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** A class of answers, or all that do not acknowledge. */
type StatusFilter = StatusClass | 'failed';

/** The last delivery that was checked; ids distinguish those of one millisecond. */
export type SearchPosition = { readonly at: Date; readonly id: string };

export type DeliverySearch = {
  readonly endpointId: string | undefined;
  readonly state: string | undefined;
  readonly type: string | undefined;
  readonly eventId: string | undefined;
  /** The referral, enrollment or statement that the event is about. */
  readonly objectId: string | undefined;
  readonly status: StatusFilter | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly after: SearchPosition | undefined;
  readonly limit: number;
};

export type FoundDeliveries = {
  readonly rows: readonly DeliveryRow[];
  /** Where the search stopped at its limit; undefined: there are no more. */
  readonly lookedTo: SearchPosition | undefined;
};

/** Rows of one endpoint that a search without an index checks before it returns. */
const lookedAt = 4_000;

/** Events of one object whose deliveries are looked for. */
const eventsMax = 500;

/** Deleted endpoints of an account that are searched, the latest; any other can be searched by its id. */
const deletedSearched = 50;

/** Null is any mode. */
const ofAccount = 'account_id = $1 and ($2::boolean is null or livemode = $2) and ($3::text is null or id = $3)';

const owned = `(
  select id from webhooks.endpoints where ${ofAccount}
  union all (select id from webhooks.deleted_endpoints where ${ofAccount}
    order by deleted_at desc limit ${deletedSearched}))`;

type Owned = [accountId: string, livemode: boolean | null, endpointId: string | null];

const anyOwned = prepared<Owned, { any: boolean }>('webhooks.has-endpoint', `select exists ${owned} as any`);

const within = `($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
  and ($6::timestamptz is null or (created_at, id) < ($6, $7::text))`;

const byType = '($9::text is null or event_type = $9)';

/** The status of the last attempt; `tried`: there was one. */
const byStatus: Record<StatusFilter, string> = {
  '2xx': 'status between 200 and 299',
  '3xx': 'status between 300 and 399',
  '4xx': 'status between 400 and 499',
  '5xx': 'status between 500 and 599',
  none: 'status is null and tried',
  failed: 'tried and (status is null or status not between 200 and 299)',
};

const lastAttempt = (column: string) =>
  `(select ${column} from webhooks.attempts a where a.delivery_id = d.id and a.at > d.created_at - interval '1 hour' order by a.at desc limit 1)`;

/**
 * Keys of one half, with the filtered columns; the attempts of a pending delivery are read only if a filter needs
 * them.
 */
function halves({ status }: DeliverySearch): { pending: string; finished: string } {
  const [answered, tried] =
    status === undefined ? ['null::smallint', 'false'] : [lastAttempt('a.status'), `${lastAttempt('true')} is true`];
  return {
    pending: `select id, endpoint_id, event_type, created_at, ${answered} as status, ${tried} as tried
      from webhooks.deliveries d where ($8::text is null or $8 = 'pending')`,
    finished: `select id, endpoint_id, event_type, created_at, status, succeeded is not null as tried
      from webhooks.delivery_history d where ($8::text is null or state = $8)`,
  };
}

/** Of some events: both tables have an index by event. */
function ofEvents(search: DeliverySearch): string {
  const { pending, finished } = halves(search);
  const events =
    search.eventId === undefined
      ? `array(select id from events.events where account_id = $1 and subject_id = $11 order by id desc limit ${eventsMax})`
      : `array[$11::text]`;
  const half = (text: string) => `select * from (${text} and d.account_id = $1 and d.event_id = any(${events})
    and ${isOfMode('$1', '$2')} and ($3::text is null or d.endpoint_id = $3) and ${within}) as each`;
  return `looked as materialized (${half(pending)} union all ${half(finished)}),
    ended as (select null::timestamptz as at, null::text as id where false)`;
}

/**
 * For all endpoints, each read from the end of its index. Filters without an index are limited to this many rows; if
 * one endpoint has more, the answer reaches back as far as every endpoint was searched.
 */
function ofEndpoints(search: DeliverySearch): string {
  const { pending, finished } = halves(search);
  const most = search.type === undefined && search.status === undefined ? '($10::integer + 1)' : String(lookedAt);
  const half = (text: string, name: string) => `select '${name}' as half, each.* from ${owned} o cross join lateral (
    ${text} and d.endpoint_id = o.id and ${within} order by created_at desc, id desc limit ${most}) as each`;
  return `looked as materialized (${half(pending, 'pending')} union all ${half(finished, 'finished')}),
    ended as (select at, id from (
        select distinct on (half, endpoint_id) created_at as at, id, count(*) over (partition by half, endpoint_id) as seen
        from looked order by half, endpoint_id, created_at, id) as lowest
      where seen >= ${most} order by at desc, id desc limit 1)`;
}

type Key = { readonly id: string | null; readonly ended_at: Date | null; readonly ended_id: string | null };

/** Deliveries of an account and mode, newest first; one more than asked for. */
export async function searchDeliveryRows(db: Db, owner: AccountMode, search: DeliverySearch): Promise<FoundDeliveries> {
  // Planning and running the search costs most where there is the least to find.
  const owned = await db.find(anyOwned(owner.accountId, modeOf(owner) ?? null, search.endpointId ?? null));
  if (owned?.any !== true) return { rows: [], lookedTo: undefined };
  const byEvents = search.eventId !== undefined || search.objectId !== undefined;
  const status = search.status === undefined ? 'true' : byStatus[search.status];
  const { endpointId, since, until, after, state, type, limit, eventId, objectId } = search;
  const of = byEvents ? [eventId ?? objectId] : [];
  const place = [owner.accountId, modeOf(owner), endpointId, since, until, after?.at, after?.id];
  const values = [...place, state, type, limit, ...of].map((value) => value ?? null);
  // Not prepared: it is planned for the given filters, each of which has its own index.
  const keys = await db.many<Key>({
    text: `with ${byEvents ? ofEvents(search) : ofEndpoints(search)},
      matching as (select id from looked where ${byType} and ${status}
        and not exists (select from ended where (ended.at, ended.id) > (looked.created_at, looked.id))
        order by created_at desc, id desc limit $10::integer + 1)
      select m.id, e.at as ended_at, e.id as ended_id
      from (values (1)) as one left join matching m on true left join ended e on true`,
    values,
  });
  const ids = keys.flatMap(({ id }) => (id === null ? [] : [id]));
  const rows = ids.length === 0 ? [] : await db.many(byIds(owner.accountId, ids));
  const { ended_at: at = null, ended_id: id = null } = keys[0] ?? {};
  return {
    rows: rows.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1)),
    lookedTo: at === null || id === null ? undefined : { at, id },
  };
}

const byIds = prepared<[accountId: string, ids: readonly string[]], DeliveryRow>(
  'webhooks.find-deliveries',
  withAttempts(`
     select ${pendingColumns} from webhooks.deliveries where account_id = $1 and id = any($2::text[])
     union all
     select ${finishedColumns} from webhooks.delivery_history where account_id = $1 and id = any($2::text[])`),
);
