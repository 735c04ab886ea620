import type { Ctx } from '#context';
import { cardsPerLane } from '../rules.ts';
import { listLaneOutlines, type LaneOutline } from '../store.ts';

type Lanes = readonly LaneOutline[];

/**
 * How many consultations each column has and which come first, read once for all boards of a process. The feed
 * refreshes it before it notifies the boards of a change, so that they all ask at once and none of them waits.
 */
export class BoardOutline {
  readonly #ctx: Pick<Ctx, 'db' | 'clock'>;
  /** Keyed by whether it is about test objects. */
  readonly #readings = new Map<boolean, Promise<Lanes>>();

  constructor(ctx: Pick<Ctx, 'db' | 'clock'>) {
    this.#ctx = ctx;
  }

  /** Reads again what was asked for before; until that is done, the previous reading is served. */
  async refresh(): Promise<void> {
    // Test objects are viewed so rarely that their viewers can wait for a reading.
    this.#readings.delete(true);
    if (!this.#readings.has(false)) return;
    const lanes = await this.#query(false);
    this.#readings.set(false, Promise.resolve(lanes));
  }

  /** `fresh` when this process is not notified of changes, so that nothing may be cached. */
  async read(test: boolean, fresh: boolean): Promise<Lanes> {
    const cached = fresh ? undefined : await this.#readings.get(test);
    if (cached !== undefined && !this.#isOutdated(cached)) return cached;
    const reading = this.#query(test);
    this.#readings.set(test, reading);
    // A failure reaches those who wait for it and is not cached.
    reading.catch(() => this.#readings.delete(test));
    return reading;
  }

  #query(test: boolean): Promise<Lanes> {
    return listLaneOutlines(this.#ctx.db, test, { now: this.#ctx.clock.now(), limit: cardsPerLane });
  }

  /** Whether a consultation has expired since, of which no event tells before the next sweep. */
  #isOutdated(lanes: Lanes): boolean {
    const now = this.#ctx.clock.now();
    return lanes.some(({ ends_at: endsAt }) => endsAt !== null && endsAt <= now);
  }
}
