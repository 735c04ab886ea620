import { lockKey, prepared, type Db, type TxDb } from '#platform/db';
import { isOpenAt } from './store.ts';

export type QueueRow = {
  id: string;
  number: string;
  source: string;
  source_id: string;
  priority: boolean;
  test: boolean;
  opened_at: Date;
  delivered_at: Date | null;
  closed_at: Date | null;
  ends_at: Date | null;
  tier: number;
  window_key: string;
  sealed_phone: Buffer | null;
  /** False for a case from before contacts were kept here, until it is filled from its source. */
  contact_kept: boolean;
  attempts: number;
  last_call_at: Date | null;
  callback_at: Date | null;
  lease_staff_id: string | null;
  lease_since: Date | null;
  lease_until: Date | null;
  spared_at: Date | null;
  declined_at: Date | null;
};

const columns = `c.id, c.number, c.source, c.source_id, c.priority, c.test, c.opened_at, c.delivered_at, c.closed_at, c.ends_at, c.tier,
  c.window_key, c.sealed_phone, c.contact_kept, c.attempts, c.last_call_at, c.callback_at, c.lease_staff_id, c.lease_since,
  c.lease_until, c.spared_at, c.declined_at`;

/**
 * Somebody is to be called about it, now or later. But for the time that ends it and a number that may be an earlier one of
 * its source's, the indexes of the queue say the same.
 */
const callableAt = (now: string): string =>
  `${isOpenAt(now)} and not c.test and c.phone_hash is not null and c.spared_at is null and c.declined_at is null and c.contact_kept`;

const window = prepared<[key: string, state: string | null, zones: readonly string[]], never>(
  'consultations.insert-window',
  'insert into consultations.call_windows (key, state, zones) values ($1, $2, $3) on conflict (key) do nothing',
);

export type WindowRow = { readonly key: string; readonly state: string | undefined; readonly zones: readonly string[] };

export function insertWindow(db: TxDb, { key, state, zones }: WindowRow): void {
  db.write(window(key, state ?? null, zones));
}

const windows = prepared<[], { key: string; state: string | null; zones: string[] }>(
  'consultations.list-windows',
  'select key, state, zones from consultations.call_windows',
);

export const listWindows = async (db: Db): Promise<WindowRow[]> =>
  (await db.many(windows())).map(({ state, ...row }) => ({ ...row, state: state ?? undefined }));

const promote = prepared<[now: Date, limit: number], { id: string }>(
  'consultations.promote-due',
  `update consultations.consultations set ready = true, next_call_at = null, lease_staff_id = null, lease_since = null,
     lease_until = null
   where id = any(array(select id from consultations.consultations c
     where not ready and next_call_at is not null and ${callableAt('$1')} and next_call_at <= $1
     order by next_call_at limit $2 for update skip locked)) returning id`,
);

/** Pauses and leases that are over: their cases stand in the queue's order again. */
export const promoteDue = (db: Db, now: Date, limit: number) => db.many(promote(now, limit));

// All of them, in the order of their ids, as whoever closes several cases does: a case that is no longer theirs after a
// wait stays locked, and whoever locks on in another order may then be waited for and wait.
const own = prepared<[staffId: string, now: Date], QueueRow>(
  'consultations.lock-own-leases',
  `with own as materialized (
     select ${columns} from consultations.consultations c
     where c.lease_staff_id = $1 and c.lease_until > $2 and ${isOpenAt('$2')} and c.delivered_at is null
     order by c.id for update)
   select * from own order by lease_since, id limit 1`,
);

/** The case that somebody has had in hand for longest. */
export const lockOwnLease = (db: TxDb, staffId: string, now: Date) => db.find(own(staffId, now));

const sweep = lockKey('consultations.promote');
const withoutCallers = prepared<[key: string], never>(
  'consultations.begin-sweep',
  'select pg_advisory_xact_lock($1::bigint)',
);
const withoutSweep = prepared<[key: string], never>(
  'consultations.await-sweep',
  'select pg_advisory_xact_lock_shared($1::bigint)',
);

/** From now on until the transaction ends, whoever finds the queue empty waits to see what this leaves. */
export function beginSweep(db: TxDb): void {
  db.write(withoutCallers(sweep));
}

/** Waits for a sweep under way. A sweep never waits for a case, so no two can wait for each other. */
export function awaitSweep(db: TxDb): void {
  db.write(withoutSweep(sweep));
}

// The heads of all windows that are open now, by index, and whoever became due since the last sweep. Locked cases are
// passed over: what a wait would lock on its way, it would keep, and two who wait in different orders block each other.
const firstFree = prepared<[keys: readonly string[], now: Date, heads: number], QueueRow>(
  'consultations.lock-first-free',
  `with heads as materialized (
     (select h.id, h.tier, h.place from unnest($1::text[]) as k (key) cross join lateral (
        select id, tier, place from consultations.consultations c
        where window_key = k.key and ready and ${callableAt('$2')}
        order by tier, place, id limit $3) h
      order by h.tier, h.place, h.id limit $3)
     union all
     (select id, tier, place from consultations.consultations c
      where not ready and next_call_at is not null and ${callableAt('$2')} and next_call_at <= $2
        and window_key = any($1::text[])
      order by next_call_at limit $3))
   select ${columns} from heads h join consultations.consultations c on c.id = h.id
   where (c.ready or c.next_call_at <= $2) and ${callableAt('$2')}
   order by h.tier, h.place, h.id limit 1 for update of c skip locked`,
);

export type HeadsQuery = { readonly keys: readonly string[]; readonly now: Date; readonly heads: number };

/** The first case that nobody else has in hand at this moment. */
export const lockFirstFree = (db: TxDb, { keys, now, heads }: HeadsQuery) => db.find(firstFree(keys, now, heads));

const one = prepared<[id: string], QueueRow>(
  'consultations.lock-queued',
  `select ${columns} from consultations.consultations c where c.id = $1 for update`,
);

export const lockQueued = (db: TxDb, id: string) => db.find(one(id));

const tryLock = prepared<[key: string], { taken: boolean }>(
  'consultations.try-lock-phone',
  'select pg_try_advisory_xact_lock($1::bigint) as taken',
);

/** Without waiting: two callers at one number could otherwise wait for each other. */
export const tryLockPhone = async (db: TxDb, name: string): Promise<boolean> =>
  (await db.find(tryLock(lockKey(name))))?.taken === true;

const busy = prepared<
  [hashes: Buffer[], id: string, test: boolean, now: Date, calledSince: Date],
  { lease_staff_id: string | null; lease_until: Date | null; last_call_at: Date | null }
>(
  'consultations.find-busy-phone',
  `select lease_staff_id, lease_until, last_call_at from consultations.consultations
   where phone_hash = any($1::bytea[]) and id <> $2 and test = $3 and (lease_until > $4 or last_call_at > $5)
   order by greatest(lease_until, last_call_at) desc limit 1`,
);

export type BusyQuery = {
  readonly hashes: Buffer[];
  readonly id: string;
  readonly test: boolean;
  readonly now: Date;
  readonly calledSince: Date;
};

/** Another case of the same number and mode that somebody has in hand, or that was called a short while ago. */
export const findBusyPhone = (db: Db, { hashes, id, test, now, calledSince }: BusyQuery) =>
  db.find(busy(hashes, id, test, now, calledSince));

// A case that was delivered has no place in the queue, and does not get one by being worked on.
const whenQueued = (until: string): string => `case when ready or next_call_at is not null then ${until} end`;

const claim = prepared<[id: string, staffId: string, now: Date, until: Date], never>(
  'consultations.claim',
  `update consultations.consultations
   set ready = false, next_call_at = ${whenQueued('$4::timestamptz')}, lease_staff_id = $2, lease_since = $3, lease_until = $4 where id = $1`,
);

export type Lease = { readonly id: string; readonly staffId: string; readonly now: Date; readonly until: Date };

export function claimRow(db: TxDb, { id, staffId, now, until }: Lease): void {
  db.write(claim(id, staffId, now, until));
}

const extend = prepared<[id: string, staffId: string, now: Date, until: Date, heldSince: Date], { lease_until: Date }>(
  'consultations.extend-lease',
  `update consultations.consultations set lease_until = $4, next_call_at = ${whenQueued('$4::timestamptz')}
   where id = $1 and lease_staff_id = $2 and lease_until > $3 and lease_since > $5 and closed_at is null
   returning lease_until`,
);

export const extendLease = (db: Db, { id, staffId, now, until }: Lease, heldSince: Date) =>
  db.find(extend(id, staffId, now, until, heldSince));

const pause = prepared<[id: string, until: Date], never>(
  'consultations.pause',
  `update consultations.consultations set ready = false, next_call_at = ${whenQueued('$2::timestamptz')},
     lease_staff_id = null, lease_since = null, lease_until = null where id = $1`,
);

/** Nobody has it, and nobody gets it before. */
export function pauseRow(db: TxDb, id: string, until: Date): void {
  db.write(pause(id, until));
}

const spare = prepared<[id: string, now: Date], never>(
  'consultations.spare',
  `update consultations.consultations set spared_at = $2, lease_staff_id = null, lease_since = null, lease_until = null
   where id = $1`,
);

/** The owner asked not to be called: the case stays on the board and does not come up as long as that is so. */
export function spareRow(db: TxDb, id: string, now: Date): void {
  db.write(spare(id, now));
}

const outlook = prepared<[now: Date], { window_key: string; ready: boolean; due_at: Date | null }>(
  'consultations.queue-outlook',
  `select window_key, bool_or(ready or next_call_at <= $1) as ready, min(next_call_at) as due_at from consultations.consultations c
   where ${callableAt('$1')} and (ready or next_call_at is not null) group by window_key`,
);

/** For every window whether somebody waits in it, and when the next one does. */
export const listOutlook = (db: Db, now: Date) => db.many(outlook(now));
