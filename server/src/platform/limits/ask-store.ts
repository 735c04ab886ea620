import { createBreaker } from '#lib/concurrency/breaker';
import type { Logger } from '#platform/telemetry';

type StoreOptions = {
  readonly log: Logger;
  /** How long one call may take. */
  readonly withinMs: number;
};

/** So many failures in a row are an outage, and not one slow call. */
const failures = 3;
/** How long the store is left alone before one call asks it again. */
const restMs = 2_000;

/** The answer of the store, or an error: its own, that it took too long, or that it is left alone. */
export type AskStore = <T>(ask: () => Promise<T>) => Promise<T>;

/** Stands between calls and a store that may be down: bounds each, and after failures leaves the store alone for a while. */
export function createAskStore({ log, withinMs }: StoreOptions): AskStore {
  let err: unknown;
  const breaker = createBreaker({
    failures,
    restMs: { first: restMs, longest: restMs },
    // Once an outage; every call that is not counted is in the metrics.
    changed: (isResting) =>
      isResting ? log.warn({ err }, 'limits.store-unavailable') : log.info({}, 'limits.store-available'),
  });
  return async (ask) => {
    const state = breaker.state();
    if (state === 'resting') throw new Error('the store is left alone');
    // This call tries; the others wait for what becomes of it.
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

/** Fails after the time; what comes later is nobody's. */
async function inTime<T>(answer: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error('the store took too long'), { code: 'ETIMEDOUT' });
    // An answer that came while this process was busy is read first.
    timer = setTimeout(() => setImmediate(() => reject(error)), withinMs);
  });
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
