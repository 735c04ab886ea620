import type { Ctx } from '#context';
import { cardsPerLane } from './rules.ts';
import { readOutline, type LaneOutline } from './store.ts';

type Lanes = readonly LaneOutline[];

/**
 * How full each column is and who is first in it, read once for all boards of a process. The feed reads it anew when
 * something changed, and tells the boards after that: they all ask at once, and none of them waits.
 */
export class BoardOutline {
  readonly #ctx: Pick<Ctx, 'db' | 'clock'>;
  /** By whether it is about test objects. */
  readonly #readings = new Map<boolean, Promise<Lanes>>();

  constructor(ctx: Pick<Ctx, 'db' | 'clock'>) {
    this.#ctx = ctx;
  }

  /** Reads again whatever was asked for; until it is there, the reading before it serves. */
  async refresh(): Promise<void> {
    // Test objects are looked at so rarely that whoever does can wait.
    this.#readings.delete(true);
    if (!this.#readings.has(false)) return;
    const lanes = await this.#ask(false);
    this.#readings.set(false, Promise.resolve(lanes));
  }

  /** `fresh` when nobody tells this process what changes, so that nothing may be kept. */
  async read(test: boolean, fresh: boolean): Promise<Lanes> {
    const kept = fresh ? undefined : await this.#readings.get(test);
    if (kept !== undefined && !this.#isOutdated(kept)) return kept;
    const reading = this.#ask(test);
    this.#readings.set(test, reading);
    // A failure is told to who waits for it and kept for nobody.
    reading.catch(() => this.#readings.delete(test));
    return reading;
  }

  #ask(test: boolean): Promise<Lanes> {
    return readOutline(this.#ctx.db, test, { now: this.#ctx.clock.now(), limit: cardsPerLane });
  }

  /** Time has ended a case since, and nobody tells of that before a sweep. */
  #isOutdated(lanes: Lanes): boolean {
    const now = this.#ctx.clock.now();
    return lanes.some(({ ends_at: endsAt }) => endsAt !== null && endsAt <= now);
  }
}
