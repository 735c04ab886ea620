import type { Logger } from '#platform/telemetry';

type BreakerOptions = {
  readonly log: Logger;
  /** How long one call may take. */
  readonly withinMs: number;
};

/** So many failures in a row are an outage, and not one slow call. */
const failuresMax = 3;
/** How long the store is left alone before one call asks it again. */
const restMs = 2_000;

/** Stands between calls and a store that may be down: bounds each, and after failures leaves the store alone for a while. */
export class Breaker {
  readonly #options: BreakerOptions;
  #failures = 0;
  #restsUntil = -Infinity;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  /** The answer of the store, or an error: its own, that it took too long, or that it is left alone. */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#failures >= failuresMax) {
      if (performance.now() < this.#restsUntil) throw new Error('the store is left alone');
      // This call tries; the others wait for what becomes of it.
      this.#restsUntil = performance.now() + restMs;
    }
    try {
      const answer = await inTime(ask(), this.#options.withinMs);
      this.#succeeded();
      return answer;
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  #succeeded(): void {
    if (this.#failures >= failuresMax) this.#options.log.info({}, 'limits.store-available');
    this.#failures = 0;
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    if (this.#failures < failuresMax) return;
    this.#restsUntil = performance.now() + restMs;
    // Once an outage; every call that is not counted is in the metrics.
    if (this.#failures === failuresMax) this.#options.log.warn({ err: error }, 'limits.store-unavailable');
  }
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
