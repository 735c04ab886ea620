import type { Ctx } from '#context';
import { shortMemories } from '#lib/concurrency/short-memory';
import { addressBucket, isWithin, parseRanges } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import { isEnabled } from '#modules/feature-flags';
import type { AppError } from '#platform/errors';
import { partnerProblem } from '../errors.ts';
import { failureWindowS } from './rules.ts';
import { countFailureRow } from './store.ts';

/** Addresses that do not identify a client (D-087), beside those of the settings. */
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

/** The oldest failure that counts of addresses that were throttled lately: what they send costs the database nothing. */
const throttledOf = shortMemories<Date>();

/**
 * The answer to a request that failed to authenticate: the refusal itself, or, when its address has reached the limit
 * of the last minute, a 429 until the oldest of those failures is a minute old (D-086).
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
