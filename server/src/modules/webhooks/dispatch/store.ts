import { prepared, type Db } from '#platform/db';
import type { Lane, PendingDelivery } from '../delivery/rules.ts';

/** The transactions that a reading did not see: those that were open, and from `next` on those that had not begun. */
export type Snapshot = { readonly next: string; readonly open: readonly string[] };

/** A queue with something to deliver: one lane of one endpoint. */
export type PendingQueue = {
  readonly shard: number;
  readonly endpoint_id: string;
  readonly replay: boolean;
  readonly first_due: Date;
};

/** PostgreSQL writes xmin:xmax:open,open. */
function parseSnapshot(text: string): Snapshot {
  const [, next = '', open = ''] = text.split(':');
  return { next, open: open === '' ? [] : open.split(',') };
}

const snapshot = prepared<[], { text: string }>('webhooks.snapshot', 'select pg_current_snapshot()::text as text');

export async function readSnapshot(db: Db): Promise<Snapshot> {
  return parseSnapshot((await db.find(snapshot()))?.text ?? '');
}

const fresh = prepared<
  [shards: readonly number[], next: string, open: readonly string[]],
  { snapshot: string } & ({ [Key in keyof PendingQueue]: null } | PendingQueue)
>('webhooks.find-fresh', 'select * from webhooks.find_fresh($1::smallint[], $2::xid8, $3::xid8[])');

/** The queues with commits that `since` did not include, and the snapshot to continue from. */
export async function findFresh(
  db: Db,
  shards: readonly number[],
  since: Snapshot,
): Promise<{ readonly queues: readonly PendingQueue[]; readonly snapshot: Snapshot }> {
  const rows = await db.many(fresh(shards, since.next, since.open));
  return {
    queues: rows.filter((row) => row.endpoint_id !== null),
    snapshot: parseSnapshot(rows[0]?.snapshot ?? ''),
  };
}

const pending = prepared<[shards: readonly number[]], PendingQueue>(
  'webhooks.list-pending-queues',
  'select * from webhooks.list_pending_queues($1::smallint[])',
);

/** Every queue of these shards that has rows. */
export const listPendingQueues = (db: Db, shards: readonly number[]) => db.many(pending(shards));

type DueRow = { readonly endpoint_id: string; readonly replay: boolean; readonly next_due: Date | null } & (
  | PendingDelivery
  | { readonly id: null }
);

const due = prepared<
  [
    endpoints: readonly string[],
    replays: readonly boolean[],
    dues: readonly Date[],
    ids: readonly string[],
    now: Date,
    most: number,
  ],
  DueRow
>(
  'webhooks.read-due',
  'select * from webhooks.read_due($1::text[], $2::boolean[], $3::timestamptz[], $4::text[], $5, $6)',
);

/** The position where the next reading of a queue continues. */
export type ReadPosition = {
  readonly endpointId: string;
  readonly lane: Lane;
  readonly due: Date;
  readonly id: string;
};

/** For each position in order: the next due rows, at most `most`, and when the first later one is due. */
export async function readDue(
  db: Db,
  places: readonly ReadPosition[],
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<{ readonly rows: PendingDelivery[]; readonly next: Date | null }[]> {
  if (places.length === 0) return [];
  const found = await db.many(
    due(
      places.map(({ endpointId }) => endpointId),
      places.map(({ lane }) => lane === 'replay'),
      places.map((place) => place.due),
      places.map(({ id }) => id),
      now,
      most,
    ),
  );
  const byPlace = new Map<string, { rows: PendingDelivery[]; next: Date | null }>();
  for (const row of found) {
    const key = `${row.endpoint_id} ${row.replay}`;
    const read = byPlace.get(key) ?? { rows: [], next: row.next_due };
    byPlace.set(key, read);
    if (row.id !== null) read.rows.push(row);
  }
  return places.map(({ endpointId, lane }) => {
    return byPlace.get(`${endpointId} ${lane === 'replay'}`) ?? { rows: [], next: null };
  });
}

// A process that finds that the last owner did not leave in order waits, and so does every process that takes the
// shard before that time is over.
const take = prepared<
  [shards: readonly number[], owner: string, now: Date, restMs: number],
  { id: number; rest_ms: number }
>(
  'webhooks.take-shards',
  `with found as (
     select w.id, s.rest_until, s.id is null or s.released_at is not null or s.owner = $2 as in_order
     from unnest($1::smallint[]) as w (id) left join webhooks.shards s using (id)
   )
   insert into webhooks.shards as s (id, owner, taken_at, rest_until)
   select id, $2, $3, case when in_order then rest_until else now() + $4 * interval '1 millisecond' end from found
   on conflict (id) do update set owner = excluded.owner, taken_at = excluded.taken_at, released_at = null,
     rest_until = excluded.rest_until
   returning s.id, greatest(0, coalesce(extract(epoch from s.rest_until - now()) * 1000, 0))::float8 as rest_ms`,
);

/** Records this process as the owner of these shards, and returns how long each must wait. */
export const takeShards = (
  db: Db,
  shards: readonly number[],
  { worker, now, restMs }: { readonly worker: string; readonly now: Date; readonly restMs: number },
) => db.many(take(shards, worker, now, restMs));

const release = prepared<[shards: readonly number[], owner: string, now: Date], never>(
  'webhooks.release-shards',
  'update webhooks.shards set released_at = $3 where id = any($1::smallint[]) and owner = $2',
);

export const releaseShards = (
  db: Db,
  shards: readonly number[],
  owner: { readonly worker: string; readonly now: Date },
) => db.many(release(shards, owner.worker, owner.now));

const countDue = prepared<[endpoints: readonly string[], now: Date, most: number], { due: number }>(
  'webhooks.count-due',
  `select (select count(*)::integer from (
     select from webhooks.deliveries where endpoint_id = e.id and (lane = 'replay') = r.replay and due_at <= $2 limit $3) as d
   ) as due from unnest($1::text[]) as e (id) cross join (values (false), (true)) as r (replay)`,
);

/** How many deliveries are due at these endpoints, each counted up to `most`. */
export async function countDueRows(
  db: Db,
  endpoints: readonly string[],
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<number[]> {
  return (await db.many(countDue(endpoints, now, most))).map((row) => row.due);
}

// Failing or paused endpoints delay their own deliveries, which is not our fault, and anyone can have test endpoints.
const oldestDue = prepared<[now: Date], { due_at: Date | null }>(
  'webhooks.find-oldest-due',
  `select min(d.due_at) as due_at from webhooks.endpoints e cross join lateral (
     select due_at from webhooks.deliveries
     where endpoint_id = e.id and (lane = 'replay') = false order by due_at limit 1) d
   where e.status = 'enabled' and e.livemode and e.failing_since is null and not e.slow and d.due_at <= $1`,
);

/** When the oldest waiting delivery became due, at responding live endpoints. */
export const findOldestDue = async (db: Db, now: Date): Promise<Date | undefined> =>
  (await db.find(oldestDue(now)))?.due_at ?? undefined;
