import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import { modeOf, type EndpointKey } from '../rules.ts';

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

/** Undefined when it is not running, or not there. Waits for a batch that is under way. */
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
