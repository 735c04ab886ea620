import { isUniqueViolation, prepared, type Db, type TxDb } from '#platform/db';
import { statementIssued } from '../events/rules.ts';
import { eventRecoveryRunning } from '../errors.ts';

/** The account, the mode and the id of an endpoint. */
export type TenantEndpoint = { readonly accountId: string; readonly livemode: boolean; readonly id: string };

const taken = (type: string): string =>
  `case when e.event_types <> '{}' then ${type} = any(e.event_types) when e.payload = 'full' then ${type} = any($6::text[])
     else true end`;

// The text for an endpoint that takes full payloads is that of its last delivery, since the log has the thin one only.
const fullText = `(select coalesce(
     (select d.body from webhooks.deliveries d where d.event_id = v.id and d.endpoint_id = e.id order by d.id desc limit 1),
     (select f.body from webhooks.delivery_history f where f.event_id = v.id and f.endpoint_id = e.id and f.body is not null
      order by f.id desc limit 1)))`;

// An id contains its time, which determines its day.
const named = `from webhooks.endpoints e
   cross join unnest($4::text[], $5::timestamptz[]) with ordinality as asked (id, at, number)
   left join lateral (select v.id, v.type, v.created_at, v.thin from events.events v
     where v.account_id = $1 and (v.livemode = $2 and v.type <> '${statementIssued}' or $2 and v.type = '${statementIssued}')
       and v.id = asked.id and v.created_at = asked.at limit 1) as v on true
   where e.account_id = $1 and e.livemode = $2 and e.id = $3 and e.audience = 'partner'`;

const state = `case when v.id is null then 'unknown' when not ${taken('v.type')} then 'not_taken'
   when exists (select from webhooks.deliveries p where p.event_id = v.id and p.endpoint_id = e.id) then 'on_the_way'
   when e.payload = 'full' and ${fullText} is null then 'without_text' else 'sendable' end`;

type Asked = { readonly ids: readonly string[]; readonly times: readonly Date[]; readonly defaults: readonly string[] };
export type AskedState = 'unknown' | 'not_taken' | 'on_the_way' | 'without_text' | 'sendable';

const sorted = prepared<
  [accountId: string, livemode: boolean, endpointId: string, readonly string[], readonly Date[], readonly string[]],
  { id: string; state: AskedState }
>('webhooks.sort-asked-events', `select asked.id, ${state} as state ${named} order by v.created_at, asked.number`);

/** The possible action for each of these events at an endpoint, oldest first. */
export const sortAskedEvents = (db: Db, { accountId, livemode, id }: TenantEndpoint, asked: Asked) =>
  db.many(sorted(accountId, livemode, id, asked.ids, asked.times, asked.defaults));

const put = prepared<
  [
    accountId: string,
    livemode: boolean,
    endpointId: string,
    readonly string[],
    readonly Date[],
    readonly string[],
    now: Date,
    newId: string,
  ],
  { id: string }
>(
  'webhooks.insert-recovered-events',
  `insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, lane, due_at, created_at)
   select left($8::text, 12) || substr(md5($8::text || v.id), 1, 16), $1, e.id, v.id, v.type,
     case e.payload when 'full' then null else v.created_at end,
     case e.payload when 'full' then ${fullText} else v.thin end, 'replay', $7, $7
   ${named} and ${state} = 'sendable' order by asked.number returning id`,
);

type Batch = Asked & { readonly now: Date; readonly newId: string };

/** Puts the sendable events into the queue; ids of a batch begin with its time, as all delivery ids do. */
export async function insertRecovered(db: TxDb, endpoint: TenantEndpoint, batch: Batch): Promise<number> {
  const { accountId, livemode, id } = endpoint;
  const { ids, times, defaults, now, newId } = batch;
  return (await db.many(put(accountId, livemode, id, ids, times, defaults, now, newId))).length;
}

export type EventRecoveryRow = {
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly endpoint_id: string;
  readonly event_ids: string[];
  readonly place: number;
  readonly total: number;
  readonly recovered: number;
  readonly status: 'running' | 'done';
  readonly created_at: Date;
  readonly finished_at: Date | null;
};

const insert = prepared<
  [id: string, accountId: string, livemode: boolean, endpointId: string, ids: readonly string[], now: Date],
  never
>(
  'webhooks.insert-event-recovery',
  `insert into webhooks.event_recoveries (id, account_id, livemode, endpoint_id, event_ids, total, status, created_at)
   values ($1, $2, $3, $4, $5::text[], cardinality($5::text[]), 'running', $6)`,
);

type NewEventRecovery = { readonly id: string; readonly eventIds: readonly string[]; readonly now: Date };

/** One at a time for an endpoint. */
export function insertEventRecovery(db: TxDb, endpoint: TenantEndpoint, { id, eventIds, now }: NewEventRecovery): void {
  db.write({
    ...insert(id, endpoint.accountId, endpoint.livemode, endpoint.id, eventIds, now),
    explain: (error) => (isUniqueViolation(error) ? eventRecoveryRunning() : undefined),
  });
}

const columns = `id, account_id, livemode, endpoint_id, event_ids, place, total, recovered, status, created_at, finished_at`;

const find = prepared<[accountId: string, livemode: boolean, endpointId: string, id: string], EventRecoveryRow>(
  'webhooks.find-event-recovery',
  `select ${columns} from webhooks.event_recoveries
   where account_id = $1 and livemode = $2 and endpoint_id = $3 and id = $4`,
);

export const findEventRecovery = (db: Db, endpoint: TenantEndpoint, id: string) =>
  db.find(find(endpoint.accountId, endpoint.livemode, endpoint.id, id));

const lock = prepared<[], EventRecoveryRow>(
  'webhooks.lock-event-recovery',
  `select ${columns} from webhooks.event_recoveries where status = 'running' order by created_at limit 1
   for update skip locked`,
);

const anyRunning = prepared<[], { running: boolean }>(
  'webhooks.has-running-event-recovery',
  `select exists (select from webhooks.event_recoveries where status = 'running') as running`,
);

/** Whether there is something to lock, asked without a transaction. */
export const hasRunningEventRecovery = async (db: Db): Promise<boolean> =>
  (await db.find(anyRunning()))?.running === true;

/** One that no worker has locked. */
export const lockEventRecovery = (db: TxDb) => db.find(lock());

const progress = prepared<[id: string, place: number, recovered: number], never>(
  'webhooks.update-event-recovery',
  'update webhooks.event_recoveries set place = $2, recovered = recovered + $3 where id = $1',
);

export const updateEventRecovery = (db: TxDb, id: string, step: { place: number; recovered: number }): void =>
  db.write(progress(id, step.place, step.recovered));

const done = prepared<[id: string, now: Date], never>(
  'webhooks.finish-event-recovery',
  `update webhooks.event_recoveries set status = 'done', event_ids = '{}', finished_at = $2 where id = $1`,
);

export const updateEventRecoveryDone = (db: TxDb, id: string, now: Date): void => db.write(done(id, now));

const purge = prepared<[before: Date], { id: string }>(
  'webhooks.purge-event-recoveries',
  `delete from webhooks.event_recoveries where status = 'done' and created_at < $1 returning id`,
);

export const deleteEventRecoveries = (db: Db, before: Date) => db.many(purge(before));
