import type { Ctx } from '#context';
import { shortMemories } from '#lib/concurrency/short-memory';
import { addressBucket, isWithin, parseRanges } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import { isEnabled } from '#modules/feature-flags';
import { prepared, type Db } from '#platform/db';
import type { AppError } from '#platform/errors';
import { partnerProblem } from '../partner-credentials/errors.ts';

/** Deletes clients whose last failure no longer counts; returns how many. */
export async function purgeFailures(ctx: Ctx, limit: number): Promise<number> {
  const until = addSeconds(ctx.clock.now(), -failureWindowS);
  return (await deleteOldFailures(ctx.db, until, limit)).length;
}

/** Addresses that do not identify a client (D-087), in addition to those in the settings. */
const privateRanges = parseRanges([
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  '169.254.0.0/16',
  'fe80::/10',
  '100.64.0.0/10',
]);

/** The oldest counted failure of recently throttled addresses: their requests cost the database nothing. */
const throttledOf = shortMemories<Date>();

/**
 * The response to a request that failed to authenticate: the refusal itself or, if its address has reached the limit of
 * the last minute, a 429 until the oldest of those failures is a minute old (D-086).
 */
export async function throttleFailure(ctx: Ctx, address: string, refusal: AppError): Promise<AppError> {
  if (isShared(ctx, address)) return refusal;
  const caller = addressBucket(address);
  const now = ctx.clock.now();
  const since = addSeconds(now, -failureWindowS);
  const throttled = throttledOf(ctx.vault);
  const known = throttled.get(caller);
  if (known !== undefined && known > since && known <= now)
    return throttledUntil(addSeconds(known, failureWindowS), now);
  if (!(await isEnabled(ctx, 'partner_security_platform'))) return refusal;
  const full = await countFailureRow(ctx.db, { caller, now, since, max: ctx.config.authFailPerMin });
  if (full === undefined) return refusal;
  throttled.set(caller, full.fullSince);
  return throttledUntil(addSeconds(full.fullSince, failureWindowS), now);
}

function throttledUntil(end: Date, now: Date): AppError {
  const waitMs = end.getTime() - now.getTime();
  return partnerProblem('auth_failures_throttled', 'Too many requests from your address failed to authenticate.', {
    retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

const isShared = ({ config }: Ctx, address: string): boolean =>
  privateRanges === undefined || isWithin(privateRanges, address) || isWithin(config.sharedRanges, address);

const failureWindowS = 60;

// One statement under the lock of the client's row: of any number of concurrent failures exactly `max` are counted, and
// a client at the limit is not written again. The array is in order, so its first entry expires first.
const count = prepared<[caller: string, now: Date, since: Date, max: number], { caller: string }>(
  'partner-credentials.count-failure',
  `insert into credentials.failed_callers as f (caller, failures, last_at) values ($1, array[$2::timestamptz], $2)
   on conflict (caller) do update
     set failures = array(select at from unnest(f.failures) at where at > $3 order by at) || $2::timestamptz,
         last_at = $2
     where (select count(*) from unnest(f.failures) at where at > $3) < $4
   returning caller`,
);

const oldest = prepared<[caller: string, since: Date], { oldest: Date | null }>(
  'partner-credentials.oldest-failure',
  `select (select min(at) from unnest(failures) at where at > $2) as oldest
   from credentials.failed_callers where caller = $1`,
);

type Failure = { readonly caller: string; readonly now: Date; readonly since: Date; readonly max: number };

/** Counts a failure or, if the client has reached the limit, returns its oldest failure that still counts. */
async function countFailureRow(db: Db, failure: Failure): Promise<{ readonly fullSince: Date } | undefined> {
  const counted = await db.find(count(failure.caller, failure.now, failure.since, failure.max));
  if (counted !== undefined) return undefined;
  const row = await db.find(oldest(failure.caller, failure.since));
  return { fullSince: row?.oldest ?? failure.now };
}

const purge = prepared<[until: Date, limit: number], { caller: string }>(
  'partner-credentials.purge-failures',
  `delete from credentials.failed_callers where last_at <= $1 and ctid = any(array(
     select ctid from credentials.failed_callers where last_at <= $1 limit $2)) returning caller`,
);

const deleteOldFailures = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
