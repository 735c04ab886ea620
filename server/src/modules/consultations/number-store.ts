import { attemptsStored } from '#lib/calling/call-caps';
import { type Db, prepared, type TxDb } from '#platform/db';
import { leaseMaxS, leaseS, phoneGuardS } from './rules.ts';

/** The fingerprint under which a number is counted. After a key change it may have others, which are its aliases. */
const numberOf = (hash: string, test: string): string =>
  `coalesce((select a.number_hash from consultations.number_aliases a where a.hash = ${hash} and a.test = ${test}), ${hash})`;

/** The caps of each window with its key, as a table `k`. */
export const windowCaps = (keys: string, per24h: string, per30d: string): string =>
  `unnest(${keys}::text[], ${per24h}::int[], ${per30d}::int[]) as k (key, per_24h, per_30d)`;

/** When the attempts of the number `n` allow another in the window `k`. */
const cappedUntil = `greatest(n.attempts[k.per_24h] + interval '24 hours', n.attempts[k.per_30d] + interval '720 hours')`;

const guardedUntil = `case when n.called_case <> c.id then n.called_at + interval '${phoneGuardS} seconds' end`;

/** The numbers that callers have leased, as a table with `hash` and `until`; there are as many as callers. */
const leasedNumbers = (now: string): string =>
  `select ${numberOf('b.phone_hash', 'b.test')} as hash, max(b.lease_until) as until from consultations.consultations b
   where b.lease_until > ${now} and not b.test and b.phone_hash is not null group by 1`;

/** All fingerprints of live numbers that callers have leased, as an array. */
export const leasedHashes = (now: string): string =>
  `array(with l as materialized (${leasedNumbers(now)})
     select hash from l union all
     select a.hash from l join consultations.number_aliases a on a.number_hash = l.hash and not a.test)`;

/**
 * Whether the number of the live consultation `c` must not be offered now: it was called within the hour about
 * another consultation, or tried as often as the window `k` allows.
 */
export const isNumberTaken = (now: string): string =>
  `(select ${cappedUntil} > ${now} or ${guardedUntil} > ${now} from consultations.numbers n
    where n.hash = ${numberOf('c.phone_hash', 'false')} and not n.test) is true`;

/**
 * The same as times, for many consultations at once: columns `capped_until` and `busy_until` of `s`. Numbers with
 * fewer attempts than `fewest` have no cap to wait for.
 */
export const numberTimes = (now: string, fewest: string): string =>
  `left join consultations.number_aliases a on a.hash = c.phone_hash and not a.test
   left join (select * from consultations.numbers where not test and (cardinality(attempts) >= ${fewest}
       or called_at > ${now}::timestamptz - interval '${phoneGuardS} seconds')) n on n.hash = coalesce(a.number_hash, c.phone_hash)
   left join (${leasedNumbers(now)}) l on l.hash = coalesce(a.number_hash, c.phone_hash)
   cross join lateral (select ${cappedUntil} as capped_until,
     greatest(c.lease_until, l.until, ${guardedUntil}) as busy_until) s`;

export type NumberRow = {
  readonly hash: Buffer;
  readonly attempts: Date[];
  readonly called_at: Date | null;
  readonly called_case: string | null;
  readonly offer_staff_id: string | null;
  readonly offer_case: string | null;
};

const list = prepared<[hashes: Buffer[], test: boolean], NumberRow>(
  'consultations.list-numbers',
  `select hash, attempts, called_at, called_case, offer_staff_id, offer_case from consultations.numbers
   where hash = any($1::bytea[] || array(select a.number_hash from consultations.number_aliases a
       where a.hash = any($1::bytea[]) and a.test = $2)) and test = $2
   order by called_at desc nulls last, hash`,
);

/** All rows of one number: more than one only where it was counted under two keys before they were linked. */
export const listNumbers = (db: Db, hashes: Buffer[], test: boolean) => db.many(list(hashes, test));

// An alias of any of the fingerprints decides, then a count that has begun, then the newest key.
const canonical = `select coalesce(
  (select a.number_hash from consultations.number_aliases a where a.hash = any($1::bytea[]) and a.test = $2
   order by a.number_hash limit 1),
  (select n.hash from consultations.numbers n where n.hash = any($1::bytea[]) and n.test = $2
   order by n.called_at desc nulls last, n.hash limit 1),
  ($1::bytea[])[1]) as hash`;

const link = prepared<[hashes: Buffer[], test: boolean], never>(
  'consultations.link-number',
  `with number as materialized (${canonical})
   insert into consultations.number_aliases (hash, test, number_hash)
   select h, $2, number.hash from unnest($1::bytea[]) h, number where h <> number.hash on conflict (hash, test) do nothing`,
);

/** Fingerprints of one number under several keys count as one. With one key there is nothing to do. */
export function linkNumber(db: TxDb, hashes: Buffer[], test: boolean): void {
  if (hashes.length > 1) db.write(link(hashes, test));
}

const merge = prepared<[hashes: Buffer[], test: boolean, kept: Buffer, attempts: Date[]], never>(
  'consultations.merge-numbers',
  `with gone as (delete from consultations.numbers where hash = any($1::bytea[]) and test = $2 and hash <> $3),
     itself as (delete from consultations.number_aliases where hash = $3 and test = $2),
     moved as (update consultations.number_aliases set number_hash = $3
       where (hash = any($1::bytea[]) or number_hash = any($1::bytea[])) and test = $2 and hash <> $3)
   update consultations.numbers set attempts = $4 where hash = $3 and test = $2`,
);

type MergedNumber = {
  readonly hashes: Buffer[];
  readonly test: boolean;
  readonly kept: Buffer;
  readonly attempts: Date[];
};

/** Merges several rows that turned out to be one number. */
export function mergeNumbers(db: TxDb, { hashes, test, kept, attempts }: MergedNumber): void {
  db.write(merge(hashes, test, kept, attempts.slice(0, attemptsStored)));
}

/** Newest first, and only as many as any check needs. */
const newest = (attempts: string): string =>
  `(array(select t from unnest(${attempts}) as t order by t desc))[1:${attemptsStored}]`;

const offer = prepared<
  [hashes: Buffer[], test: boolean, caseId: string, staffId: string, now: Date, same: boolean],
  never
>(
  'consultations.offer-number',
  `with number as materialized (${canonical})
   insert into consultations.numbers as n (hash, test, attempts, offer_case, offer_staff_id, offer_at)
   select hash, $2, array[$5::timestamptz], $3, $4, $5 from number
   on conflict (hash, test) do update set
     attempts = case when $6 then ${newest('array_replace(n.attempts, n.offer_at, excluded.offer_at)')}
       else ${newest('excluded.attempts || n.attempts')} end,
     offer_case = excluded.offer_case, offer_staff_id = excluded.offer_staff_id, offer_at = excluded.offer_at`,
);

type OfferedNumber = {
  readonly hashes: Buffer[];
  readonly test: boolean;
  readonly caseId: string;
  readonly staffId: string;
  readonly now: Date;
  /** The same caller had it before this claim and still has it. */
  readonly same: boolean;
};

/** The number is shown: an attempt, or the same one a little later. Its row is locked after the consultation. */
export function recordOffer(db: TxDb, { hashes, test, caseId, staffId, now, same }: OfferedNumber): void {
  db.write(offer(hashes, test, caseId, staffId, now, same));
}

const endOffer = prepared<[hashes: Buffer[], test: boolean, caseId: string], never>(
  'consultations.end-offer',
  `with number as materialized (${canonical})
   update consultations.numbers n set offer_case = null, offer_staff_id = null, offer_at = null
   from number where n.hash = number.hash and n.test = $2 and n.offer_case = $3`,
);

/** The consultation is claimed and its number not shown. */
export function clearOffer(db: TxDb, hashes: Buffer[], { test, caseId }: { test: boolean; caseId: string }): void {
  db.write(endOffer(hashes, test, caseId));
}

// The caller who was shown the number and logs the call made one attempt, not two; it counts from the later moment.
const isOwnOffer = `n.offer_staff_id = $2 and n.offer_at >= excluded.called_at - interval '${leaseMaxS + leaseS} seconds'`;

const attempt = prepared<[callId: string, staffId: string], never>(
  'consultations.record-attempt',
  `insert into consultations.numbers as n (hash, test, attempts, called_at, called_case)
   select ${numberOf('k.phone_hash', 'c.test')}, c.test, array[k.called_at], k.called_at, k.consultation_id
   from consultations.calls k join consultations.consultations c on c.id = k.consultation_id
   where k.id = $1 and k.phone_hash is not null and k.applied_from is null
   on conflict (hash, test) do update set
     attempts = case when ${isOwnOffer} then ${newest('array_replace(n.attempts, n.offer_at, excluded.called_at)')}
       else ${newest('excluded.attempts || n.attempts')} end,
     called_at = excluded.called_at, called_case = excluded.called_case,
     offer_staff_id = case when n.offer_staff_id is distinct from $2 then n.offer_staff_id end,
     offer_case = case when n.offer_staff_id is distinct from $2 then n.offer_case end,
     offer_at = case when n.offer_staff_id is distinct from $2 then n.offer_at end`,
);

/**
 * Counts a stored call against the dialed number. Written after the consultations of the transaction, because numbers
 * are locked after them.
 */
export function recordAttempt(db: TxDb, callId: string, staffId: string): void {
  db.write(attempt(callId, staffId));
}
