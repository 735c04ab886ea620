import { prepared, type Db } from '#platform/db';

// One statement under the lock of the client's row: of any number of concurrent failures exactly `max` are counted, and
// a client at the limit is not written again. The array is in order, so its first entry expires first.
const count = prepared<[caller: string, now: Date, since: Date, max: number], { caller: string }>(
  'partner-credentials.count-failure',
  `insert into access.failed_callers as f (caller, failures, last_at) values ($1, array[$2::timestamptz], $2)
   on conflict (caller) do update
     set failures = array(select at from unnest(f.failures) at where at > $3 order by at) || $2::timestamptz,
         last_at = $2
     where (select count(*) from unnest(f.failures) at where at > $3) < $4
   returning caller`,
);

const oldest = prepared<[caller: string, since: Date], { oldest: Date | null }>(
  'partner-credentials.oldest-failure',
  `select (select min(at) from unnest(failures) at where at > $2) as oldest
   from access.failed_callers where caller = $1`,
);

type Failure = { readonly caller: string; readonly now: Date; readonly since: Date; readonly max: number };

/** Counts a failure; or, when the client has reached the limit, returns its oldest failure that still counts. */
export async function countFailureRow(db: Db, failure: Failure): Promise<{ readonly fullSince: Date } | undefined> {
  const counted = await db.find(count(failure.caller, failure.now, failure.since, failure.max));
  if (counted !== undefined) return undefined;
  const row = await db.find(oldest(failure.caller, failure.since));
  return { fullSince: row?.oldest ?? failure.now };
}

const purge = prepared<[until: Date, limit: number], { caller: string }>(
  'partner-credentials.purge-failures',
  `delete from access.failed_callers where last_at <= $1 and ctid = any(array(
     select ctid from access.failed_callers where last_at <= $1 limit $2)) returning caller`,
);

export const deleteOldFailures = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
