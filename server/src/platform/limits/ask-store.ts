import { createBreaker } from '#lib/concurrency/breaker';
import type { Logger } from '#platform/telemetry';

type StoreOptions = {
  readonly log: Logger;
  /** How long one call may take. */
  readonly withinMs: number;
};

/** This many failures in a row are an outage rather than one slow call. */
const failures = 3;
/** How long the store is left alone before one call tries it again. */
const restMs = 2_000;

/** Returns the store's answer or throws: the store's own error, a timeout, or that the store is being left alone. */
export type AskStore = <T>(ask: () => Promise<T>) => Promise<T>;

/** A circuit breaker for a store that may be down: limits the time of each call, and after failures leaves the store alone for a while. */
export function createAskStore({ log, withinMs }: StoreOptions): AskStore {
  let err: unknown;
  const breaker = createBreaker({
    failures,
    restMs: { first: restMs, longest: restMs },
    // Logged once per outage; the metrics count each uncounted call.
    changed: (isResting) =>
      isResting ? log.warn({ err }, 'limits.store-unavailable') : log.info({}, 'limits.store-available'),
  });
  return async (ask) => {
    const state = breaker.state();
    if (state === 'resting') throw new Error('the store is left alone');
    // This call tries the store; the others wait for its result.
    if (state === 'trying') breaker.beginTry();
    try {
      const answer = await inTime(ask(), withinMs);
      breaker.succeeded();
      return answer;
    } catch (error) {
      err = error;
      breaker.failed();
      throw error;
    }
  };
}

/** Fails after this time and ignores a later result. */
async function inTime<T>(answer: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error('the store took too long'), { code: 'ETIMEDOUT' });
    // An answer that arrived while this process was busy is read first.
    timer = setTimeout(() => setImmediate(() => reject(error)), withinMs);
  });
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
