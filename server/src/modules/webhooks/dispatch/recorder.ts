import type { Ctx } from '#context';
import { isLockTimeout, isOverloaded, isUnavailable, sqlState } from '#platform/db';
import { pause } from '#platform/jobs';
import { finishDeliveries } from '../delivery/finish-deliveries.ts';
import { observeResult } from '../delivery/attempt-delivery.ts';
import type { LaneResult } from '../delivery/rules.ts';

/** Called with the recorded results, and the times of retries. */
type Recorded = (results: readonly LaneResult[], retries: ReadonlyMap<string, Date>) => void;

const retryMs = 250;
/** Results that the database refuses are recorded again after a pause; they are not sent again. */
const againMs = 30_000;
/** A stopping process records for this long at most; another process delivers the rest again. */
const stopWithinMs = 5_000;

/** Records attempts in batches, one at a time; results that arrive in the meantime form the next batch. */
export class Recorder {
  readonly #ctx: Ctx;
  readonly #recorded: Recorded;
  #waiting: LaneResult[] = [];
  #writing: Promise<void> | undefined;
  /** Recorded since a reading began, which may still have the earlier state. */
  readonly #recordedMeanwhile = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopBefore = Infinity;

  constructor(ctx: Ctx, recorded: Recorded) {
    this.#ctx = ctx;
    this.#recorded = recorded;
  }

  add(result: LaneResult): void {
    this.#waiting.push(result);
    this.#write();
  }

  beginReading(): void {
    this.#recordedMeanwhile.clear();
  }

  /** Whether a row that was read since `beginReading` has changed since. */
  wasRecorded(id: string): boolean {
    return this.#recordedMeanwhile.has(id);
  }

  /** Ends when everything is recorded, or when the database has been away for too long. */
  async stop(): Promise<void> {
    this.#stopBefore = performance.now() + stopWithinMs;
    while (this.#writing !== undefined) await this.#writing;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #write(): void {
    if (this.#writing !== undefined || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0);
    this.#writing = this.#record(batch).finally(() => {
      this.#writing = undefined;
      this.#write();
    });
  }

  /** While the database is unavailable, results stay in memory; otherwise their deliveries would be repeated. */
  async #record(batch: readonly LaneResult[]): Promise<void> {
    for (;;) {
      try {
        const retries = await finishDeliveries(this.#ctx, batch);
        for (const { row } of batch) this.#recordedMeanwhile.add(row.delivery.id);
        this.#recorded(batch, retries);
        for (const result of batch) observeResult(this.#ctx, result);
        return;
      } catch (error) {
        this.#ctx.metrics.loopFailures.inc({ loop: 'webhooks.dispatch.finish' });
        this.#ctx.log.error({ err: error }, 'webhooks.finish-failed');
        if (performance.now() > this.#stopBefore) {
          this.#ctx.log.error({ deliveries: batch.length }, 'webhooks.outcomes-lost');
          return;
        }
        if (!isPassing(error)) return this.#recordOneByOne(batch);
        await pause(retryMs);
      }
    }
  }

  /** One result that the database refuses must not keep the others from being recorded. */
  async #recordOneByOne(batch: readonly LaneResult[]): Promise<void> {
    if (batch.length > 1) {
      for (const result of batch) await this.#record([result]);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      for (const result of batch) this.add(result);
    }, againMs);
    this.#timers.add(timer);
  }
}

/** Timeouts, deadlocks and conflicts. */
const passingStates = new Set(['57014', '40P01', '40001']);

/** Whether the same may succeed in a moment. */
const isPassing = (error: unknown): boolean =>
  isUnavailable(error) || isOverloaded(error) || isLockTimeout(error) || passingStates.has(sqlState(error) ?? '');
