import type { MakewholeError } from './errors.ts';

/** How often a call is sent, and how long it waits before a retry. */
export type RetryPolicy = {
  /** Further attempts after the first; default: 2. */
  readonly retries: number;
  /** You handle a longer Retry-After yourself, which the error contains; default: 60. */
  readonly maxWaitS: number;
};

export type Failure = {
  readonly error: MakewholeError;
  /** Which attempt failed, from 1. */
  readonly attempt: number;
  /** Whether repeating the call has the same effect as making it once. */
  readonly repeatable: boolean;
  /** From 0 to 1, for the jitter. */
  readonly chance: number;
};

const firstWaitMs = 500;
const longestWaitMs = 8_000;

/** The time in ms to wait before the next attempt; undefined if there is none. */
export function decideRetry({ error, attempt, repeatable, chance }: Failure, policy: RetryPolicy): number | undefined {
  if (attempt > policy.retries) return undefined;
  if (!isRefusedForNow(error) && !(repeatable && isPassing(error))) return undefined;
  const { retryAfterS } = error;
  if (retryAfterS !== undefined) {
    // Never early, and spread over time so that clients do not all retry together.
    return retryAfterS > policy.maxWaitS ? undefined : retryAfterS * 1000 + chance * firstWaitMs;
  }
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
  return ceiling / 2 + (chance * ceiling) / 2;
}

/** The server did nothing, so any call can be retried. */
const isRefusedForNow = ({ status, code, retryAfterS }: MakewholeError): boolean =>
  status === 429 || code === 'nonce_replayed' || (status === 409 && retryAfterS !== undefined);

/** The outcome is unknown, and another attempt may succeed. */
export const isPassing = ({ status, code }: MakewholeError): boolean =>
  code === 'connection_failed' || code === 'timeout' || status === 429 || (status !== undefined && status >= 500);

/** Seconds from a Retry-After header, which is a number or a date. */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
