import { type Db, lockKey, prepared, type TxDb } from '#platform/db';
import { isOpenAt, queueColumns, type QueueRow } from '../store.ts';

/**
 * Whether a call is to be made, now or later. The indexes of the queue have the same condition, except for the expiry
 * and for `contact_kept`, without which the number may be an earlier one of the source.
 */
const callableAt = (now: string): string =>
  `${isOpenAt(now)} and not c.test and c.phone_hash is not null and c.spared_at is null and c.declined_at is null and c.contact_kept`;

const promote = prepared<[now: Date, limit: number], { id: string }>(
  'consultations.promote-due',
  `update consultations.consultations set ready = true, next_call_at = null, lease_staff_id = null, lease_since = null,
     lease_until = null
   where id = any(array(select id from consultations.consultations c
     where not ready and next_call_at is not null and ${callableAt('$1')} and next_call_at <= $1
     order by next_call_at limit $2 for update skip locked)) returning id`,
);

/** Returns consultations whose pause or lease is over to the order of the queue. */
export const promoteDue = (db: Db, now: Date, limit: number) => db.many(promote(now, limit));

// Locked in the order of their ids, as by everything that closes several. A row that no longer qualifies after the wait
// stays locked, so another order could lead to a deadlock.
const own = prepared<[staffId: string, now: Date], QueueRow>(
  'consultations.lock-own-leases',
  `with own as materialized (
     select ${queueColumns} from consultations.consultations c
     where c.lease_staff_id = $1 and c.lease_until > $2 and ${isOpenAt('$2')} and c.delivered_at is null
     order by c.id for update)
   select * from own order by lease_since, id limit 1`,
);

/** The consultation that the caller has had for longest. */
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

/** Until the transaction ends, callers who find the queue empty wait for the result of this sweep. */
export function beginSweep(db: TxDb): void {
  db.write(withoutCallers(sweep));
}

/** Waits for a running sweep. A sweep never waits for a row, so there can be no deadlock. */
export function awaitSweep(db: TxDb): void {
  db.write(withoutSweep(sweep));
}

// The first rows of all windows open now, by index, and those that became due since the last sweep. Locked rows are
// skipped: waiting for them while keeping other locks could lead to a deadlock.
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
   select ${queueColumns} from heads h join consultations.consultations c on c.id = h.id
   where (c.ready or c.next_call_at <= $2) and ${callableAt('$2')}
   order by h.tier, h.place, h.id limit 1 for update of c skip locked`,
);

export type HeadsQuery = { readonly keys: readonly string[]; readonly now: Date; readonly heads: number };

/** The first consultation that no other transaction has locked. */
export const lockFirstFree = (db: TxDb, { keys, now, heads }: HeadsQuery) => db.find(firstFree(keys, now, heads));

const tryLock = prepared<[key: string], { taken: boolean }>(
  'consultations.try-lock-phone',
  'select pg_try_advisory_xact_lock($1::bigint) as taken',
);

/** Does not wait: two callers with one number could otherwise deadlock. */
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

type BusyQuery = {
  readonly hashes: Buffer[];
  readonly id: string;
  readonly test: boolean;
  readonly now: Date;
  readonly calledSince: Date;
};

/** Another consultation of the same number and mode that has a lease, or that was called after `calledSince`. */
export const findBusyPhone = (db: Db, { hashes, id, test, now, calledSince }: BusyQuery) =>
  db.find(busy(hashes, id, test, now, calledSince));

// A delivered consultation is not in the queue, and does not enter it by being leased.
const whenQueued = (until: string): string => `case when ready or next_call_at is not null then ${until} end`;

const claim = prepared<[id: string, staffId: string, now: Date, until: Date], never>(
  'consultations.claim',
  `update consultations.consultations
   set ready = false, next_call_at = ${whenQueued('$4::timestamptz')}, lease_staff_id = $2, lease_since = $3, lease_until = $4 where id = $1`,
);

type Lease = { readonly id: string; readonly staffId: string; readonly now: Date; readonly until: Date };

export function claimRow(db: TxDb, { id, staffId, now, until }: Lease): void {
  db.write(claim(id, staffId, now, until));
}

const extend = prepared<[id: string, staffId: string, now: Date, until: Date, heldSince: Date], { lease_until: Date }>(
  'consultations.extend-lease',
  `update consultations.consultations set lease_until = $4, next_call_at = ${whenQueued('$4::timestamptz')}
   where id = $1 and lease_staff_id = $2 and lease_until > $3 and lease_since > $5 and closed_at is null
   returning lease_until`,
);

export const extendLease = (db: Db, { id, staffId, now, until }: Lease, leasedSince: Date) =>
  db.find(extend(id, staffId, now, until, leasedSince));

const pause = prepared<[id: string, until: Date], never>(
  'consultations.pause',
  `update consultations.consultations set ready = false, next_call_at = ${whenQueued('$2::timestamptz')},
     lease_staff_id = null, lease_since = null, lease_until = null where id = $1`,
);

/** Ends the lease; the consultation is not offered before `until`. */
export function pauseRow(db: TxDb, id: string, until: Date): void {
  db.write(pause(id, until));
}

const outlook = prepared<[now: Date], { window_key: string; ready: boolean; due_at: Date | null }>(
  'consultations.queue-outlook',
  `select window_key, bool_or(ready or next_call_at <= $1) as ready, min(next_call_at) as due_at from consultations.consultations c
   where ${callableAt('$1')} and (ready or next_call_at is not null) group by window_key`,
);

/** For every window whether a consultation waits in it, and when the next one will. */
export const listOutlook = (db: Db, now: Date) => db.many(outlook(now));
