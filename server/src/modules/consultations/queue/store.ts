import type { CallCaps } from '#lib/calling/call-caps';
import { type Db, lockKey, prepared, type TxDb } from '#platform/db';
import { isNumberTaken, leasedHashes, numberTimes, windowCaps } from '../number-store.ts';
import { isOpenAt, queueColumns, type QueueRow } from '../store.ts';

/** Whether a call is to be made, now or later. The indexes of the queue have the same condition, except for the expiry. */
const callableAt = (now: string): string =>
  `${isOpenAt(now)} and not c.test and c.phone_hash is not null and c.spared_at is null and c.declined_at is null`;

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

// Locked in the order of their ids, like every statement that closes several. A row that no longer qualifies after
// the wait stays locked, so another order could lead to a deadlock.
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

/** Excludes a callback that has just come due while its assignee is present and is offered it first. */
const isUnreserved =
  '(c.callback_at is null or c.callback_at <= $8 or c.assignee_id is null or c.assignee_id <> all($7::text[]))';

/** Excludes a customer whose language a colleague speaks, until the customer has waited too long. */
const isSpoken = '(c.language is null or c.language <> all($9::text[]) or coalesce(c.place, c.opened_at) <= $10)';

// The first rows of all windows open now, by index, and those that became due since the last sweep. The statement
// skips numbers that may not be called, so that their consultations never hold up others. Locked rows are skipped:
// waiting for them while keeping other locks could lead to a deadlock.
const firstFree = prepared<
  [
    keys: readonly string[],
    now: Date,
    heads: number,
    per24h: readonly number[],
    per30d: readonly number[],
    passed: readonly Buffer[],
    reservedFor: readonly string[],
    reservedSince: Date,
    unspoken: readonly string[],
    unspokenSince: Date,
  ],
  QueueRow
>(
  'consultations.lock-first-free',
  `with taken as materialized (select hash from unnest($6::bytea[] || ${leasedHashes('$2')}) as hash),
   heads as materialized (
     (select h.id, h.rank, h.place from ${windowCaps('$1', '$4', '$5')} cross join lateral (
        select id, rank, place from consultations.consultations c
        where window_key = k.key and ready and ${callableAt('$2')} and c.phone_hash <> all(array(select hash from taken))
          and not ${isNumberTaken('$2')} and ${isUnreserved} and ${isSpoken}
        order by rank, place, id limit $3) h
      order by h.rank, h.place, h.id limit $3)
     union all
     (select c.id, c.rank, c.place from consultations.consultations c join ${windowCaps('$1', '$4', '$5')} on k.key = c.window_key
      where not ready and next_call_at is not null and ${callableAt('$2')} and next_call_at <= $2
        and c.phone_hash <> all(array(select hash from taken)) and not ${isNumberTaken('$2')} and ${isUnreserved} and ${isSpoken}
      order by next_call_at limit $3))
   select ${queueColumns} from heads h join consultations.consultations c on c.id = h.id
   where (c.ready or c.next_call_at <= $2) and ${callableAt('$2')} and ${isUnreserved} and ${isSpoken}
   order by h.rank, h.place, h.id limit 1 for update of c skip locked`,
);

/** A window, and how often a number may be tried in it. */
export type CappedWindow = { readonly key: string; readonly caps: CallCaps };

export type HeadsQuery = {
  readonly windows: readonly CappedWindow[];
  readonly now: Date;
  readonly heads: number;
  /** Fingerprints of numbers that turned out to be unavailable. */
  readonly passed: readonly Buffer[];
  readonly reserved: Reserved;
  readonly unspoken: Unspoken;
};

/** Languages that are left to colleagues who speak them, for customers who have waited only since that time. */
export type Unspoken = { readonly languages: readonly string[]; readonly since: Date };

/** Callbacks due after `since` are left to these staff members. */
export type Reserved = { readonly staffIds: readonly string[]; readonly since: Date };

const capsColumns = (windows: readonly CappedWindow[]) =>
  [windows.map(({ caps }) => caps.per24h), windows.map(({ caps }) => caps.per30d)] as const;

/** The first consultation that no other transaction has locked. */
export const lockFirstFree = (db: TxDb, { windows, now, heads, passed, reserved, unspoken }: HeadsQuery) =>
  db.find(
    firstFree(
      windows.map(({ key }) => key),
      now,
      heads,
      ...capsColumns(windows),
      passed,
      reserved.staffIds,
      reserved.since,
      unspoken.languages,
      unspoken.since,
    ),
  );

const tryLock = prepared<[key: string], { taken: boolean }>(
  'consultations.try-lock-phone',
  'select pg_try_advisory_xact_lock($1::bigint) as taken',
);

/** Does not wait: two callers with one number could otherwise deadlock. */
export const tryLockPhone = async (db: TxDb, name: string): Promise<boolean> =>
  (await db.find(tryLock(lockKey(name))))?.taken === true;

const leaseOf = prepared<
  [hashes: Buffer[], id: string, test: boolean, now: Date],
  { lease_staff_id: string | null; lease_until: Date | null }
>(
  'consultations.find-lease-of-phone',
  `select lease_staff_id, lease_until from consultations.consultations
   where phone_hash = any($1::bytea[]) and id <> $2 and test = $3 and lease_until > $4 order by lease_until desc limit 1`,
);

type LeaseQuery = { readonly hashes: Buffer[]; readonly id: string; readonly test: boolean; readonly now: Date };

/** Another consultation of the same number and mode that has a lease. */
export const findLeaseOfPhone = (db: Db, { hashes, id, test, now }: LeaseQuery) =>
  db.find(leaseOf(hashes, id, test, now));

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

/** Why a customer waits: the obstacle that ends last is the reason, and without one the calling hours are. */
export const waitReasons = ['outside_calling_hours', 'capped', 'busy', 'not_yet_due'] as const;

type Outlook = { window_key: string | null } & Record<(typeof waitReasons)[number], Date | null>;

const outlook = prepared<
  [now: Date, keys: readonly string[], per24h: readonly number[], per30d: readonly number[]],
  Outlook
>(
  'consultations.queue-outlook',
  `select window_key, ${waitReasons.map((reason) => `min(from_at) filter (where reason = '${reason}') as ${reason}`).join(', ')}
   from (select c.window_key, greatest($1, d.due_at, s.capped_until, s.busy_until) as from_at,
       case when greatest(d.due_at, s.capped_until, s.busy_until) <= $1 then 'outside_calling_hours'
         when s.capped_until >= greatest(d.due_at, s.busy_until) then 'capped'
         when s.busy_until >= d.due_at then 'busy' else 'not_yet_due' end as reason
     from consultations.consultations c join ${windowCaps('$2', '$3', '$4')} on k.key = c.window_key
     ${numberTimes('$1', '(select min(least(x, y)) from unnest($3::int[], $4::int[]) as u (x, y))')}
     cross join lateral (select case when c.ready then $1::timestamptz else c.next_call_at end as due_at) d
     where ${callableAt('$1')} and (c.ready or c.next_call_at is not null)) waiting
   group by window_key`,
);

/** For every window and reason, when the first waiting customer could be called, if the hours allow it. */
export const listOutlook = (db: Db, now: Date, windows: readonly CappedWindow[]) =>
  db.many(
    outlook(
      now,
      windows.map(({ key }) => key),
      ...capsColumns(windows),
    ),
  );
