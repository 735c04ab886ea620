import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import { bodyOf } from '../history/store.ts';
import { modeOf, testTypesSql, type EndpointKey } from '../rules.ts';

// Deliveries that have since arrived, or are in progress, are not resent; nor are tests.
const recoverable = `f.endpoint_id = $1 and f.event_type not in (${testTypesSql}) and f.created_at >= $2 and f.created_at < $3 and f.state = any($4::text[])
   and ($5::text[] is null or f.event_type = any($5))
   and not exists (select from webhooks.delivery_history s
     where s.event_id = f.event_id and s.endpoint_id = f.endpoint_id and s.state = 'succeeded')
   and not exists (select from webhooks.deliveries p where p.event_id = f.event_id and p.endpoint_id = f.endpoint_id)`;

/** The same event is sent once, and only while its text is stored. */
const wholeScope = `select distinct on (f.event_id) f.id, f.event_id, f.event_type, f.state, f.created_at
   from webhooks.delivery_history f where ${recoverable} and ${bodyOf('f')} is not null
   order by f.event_id, f.created_at desc`;

type Scope = [endpoint: string, since: Date, until: Date, states: readonly string[], types: readonly string[] | null];

type RecoverySample = {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly state: string;
  readonly created_at: string;
};

type RecoveryPreview = {
  readonly total: number;
  readonly oldest: Date | null;
  readonly newest: Date | null;
  /** The oldest five. */
  readonly samples: readonly RecoverySample[];
};

const preview = prepared<Scope, RecoveryPreview>(
  'webhooks.preview-recovery',
  `with found as materialized (${wholeScope})
   select count(*)::integer as total, min(created_at) as oldest, max(created_at) as newest, coalesce((
     select json_agg(s) from (select * from found order by created_at, id limit 5) as s), '[]') as samples
   from found`,
);

export type RecoveryScope = {
  readonly endpointId: string;
  readonly since: Date;
  readonly until: Date;
  readonly states: readonly string[];
  readonly eventTypes: readonly string[] | null;
};

const toScope = ({ endpointId, since, until, states, eventTypes }: RecoveryScope): Scope => [
  endpointId,
  since,
  until,
  states,
  eventTypes,
];

/** The deliveries that a recovery would restore, with samples. */
export async function previewRecoverable(db: Db, scope: RecoveryScope): Promise<RecoveryPreview> {
  const [row] = await db.many(preview(...toScope(scope)));
  if (row === undefined) throw new Error('a count returns one row');
  return row;
}

const recover = prepared<
  [...Scope, at: Date | null, id: string | null, limit: number, now: Date, newId: string],
  { recovered: number } & ({ place_at: Date; place_id: string } | { place_at: null; place_id: null })
>(
  'webhooks.recover-batch',
  `with batch as materialized (
     select f.id, f.created_at, f.account_id, f.endpoint_id, f.event_id, f.event_type, f.event_at, ${bodyOf('f')} as body
     from webhooks.delivery_history f
     where ${recoverable} and ($6::timestamptz is null or (f.created_at, f.id) > ($6, $7))
     order by f.created_at, f.id limit $8
   ), once as (
     select distinct on (event_id) * from batch order by event_id, created_at desc
   ), put as (
     insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, lane, due_at, created_at)
     select left($10::text, 12) || substr(md5($10::text || id), 1, 16), account_id, endpoint_id, event_id,
       event_type, event_at, body, 'replay', $9, $9
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
  db.find(recover(...toScope(step), step.cursorAt, step.cursorId, step.limit, step.now, step.newId));

type NewRecovery = {
  readonly id: string;
  readonly endpoint_id: string;
  readonly since: Date;
  readonly until: Date;
  readonly states: string[];
  readonly event_types: string[] | null;
  readonly per_minute: number | null;
  readonly total: number;
  readonly created_at: Date;
};

export function insertRecovery(db: TxDb, row: NewRecovery): void {
  db.write(typed(sql.insertInto('webhooks.recoveries').values({ ...row, status: 'running' })));
}

export type RecoveryRow = {
  readonly id: string;
  readonly since: Date;
  readonly until: Date;
  readonly states: string[];
  readonly event_types: string[] | null;
  readonly per_minute: number | null;
  readonly total: number;
  readonly recovered: number;
  readonly status: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};

const columns =
  'r.id, r.since, r.until, r.states, r.event_types, r.per_minute, r.total, r.recovered, r.status, r.created_at, r.finished_at';

/** Recoveries of an endpoint of this account and mode. */
const owned = `from webhooks.recoveries r join webhooks.endpoints e on e.id = r.endpoint_id
   where e.account_id = $1 and ($2::boolean is null or e.livemode = $2) and e.id = $3`;

const ofEndpoint = prepared<[accountId: string, livemode: boolean | null, id: string, limit: number], RecoveryRow>(
  'webhooks.list-recoveries',
  `select ${columns} ${owned} order by r.created_at desc, r.id desc limit $4`,
);

/** The latest first. */
export const listRecoveryRows = (db: Db, key: EndpointKey, limit: number) =>
  db.many(ofEndpoint(key.accountId, modeOf(key), key.id, limit));

const stop = prepared<
  [accountId: string, livemode: boolean | null, id: string, recoveryId: string, now: Date],
  { id: string }
>(
  'webhooks.stop-recovery',
  `update webhooks.recoveries set status = 'stopped', finished_at = $5
   where id = (select r.id ${owned} and r.id = $4) and status = 'running' returning id`,
);

export type RecoveryKey = EndpointKey & { readonly recoveryId: string };

/** Undefined when it is not running, or does not exist. Waits for a batch in progress. */
export const updateRecoveryStopped = (db: TxDb, key: RecoveryKey, now: Date) =>
  db.find(stop(key.accountId, modeOf(key), key.id, key.recoveryId, now));

const running = prepared<
  [now: Date],
  {
    id: string;
    endpoint_id: string;
    since: Date;
    until: Date;
    states: string[];
    event_types: string[] | null;
    per_minute: number | null;
    place_at: Date | null;
    place_id: string | null;
    deserted: boolean;
  }
>(
  'webhooks.lock-running-recovery',
  `select id, endpoint_id, since, until, states, event_types, per_minute, place_at, place_id,
     not exists (select from webhooks.endpoints e where e.id = r.endpoint_id) as deserted
   from webhooks.recoveries r where status = 'running' and (next_at is null or next_at <= $1)
   order by created_at limit 1 for update of r skip locked`,
);

const anyDue = prepared<[now: Date], { due: boolean }>(
  'webhooks.has-due-recovery',
  `select exists (select from webhooks.recoveries
     where status = 'running' and (next_at is null or next_at <= $1)) as due`,
);

/** Whether there is something to lock, asked without a transaction. */
export const hasDueRecovery = async (db: Db, now: Date): Promise<boolean> => (await db.find(anyDue(now)))?.due === true;

/** A recovery that is due and that no worker has locked. */
export const lockRunningRecovery = (db: TxDb, now: Date) => db.find(running(now));

type RecoveryProgress = {
  readonly id: string;
  readonly cursorAt: Date;
  readonly cursorId: string;
  readonly recovered: number;
  readonly nextAt: Date | null;
};

export function updateRecoveryProgress(db: TxDb, progress: RecoveryProgress): void {
  const { id, cursorAt, cursorId, recovered, nextAt } = progress;
  db.write(
    typed(
      sql
        .updateTable('webhooks.recoveries')
        .set((set) => ({
          place_at: cursorAt,
          place_id: cursorId,
          next_at: nextAt,
          recovered: set('recovered', '+', recovered),
        }))
        .where('id', '=', id),
    ),
  );
}

type RecoveryEnd = { readonly id: string; readonly status: 'done' | 'stopped'; readonly now: Date };

export function updateRecoveryEnd(db: TxDb, { id, status, now }: RecoveryEnd): void {
  db.write(typed(sql.updateTable('webhooks.recoveries').set({ status, finished_at: now }).where('id', '=', id)));
}
