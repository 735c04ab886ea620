import { isOverloaded, isUnavailable } from '#platform/db';
import { runOperation, type Logger, type Metrics } from '#platform/telemetry';

/**
 * Work that an API transaction wrote as rows of a table: claimed in batches under a lease, run in parallel, finished in
 * batches. The table's own SQL is in its module's store; this file is the loop around it.
 */
export type ClaimedRows<Row, Outcome> = {
  readonly queue: string;
  /** Rows that run at the same time in this process. */
  readonly concurrency: number;
  /** The longest pause between polls of an idle queue; default: 250 ms. */
  readonly idlePollMs?: number;
  /** How long a claim is valid. */
  readonly leaseMs: number;
  /** At most `limit` due rows, marked as this worker's until their lease ends. */
  claim(worker: string, limit: number): Promise<readonly Row[]>;
  /** One row's work. It reports failures as outcomes; a throw leaves the row to the reaper. */
  run(row: Row): Promise<Outcome>;
  /** Writes the outcomes, fenced by worker and attempt, so that a worker that lost its lease changes nothing. */
  finish(worker: string, results: readonly Result<Row, Outcome>[]): Promise<void>;
  /** Releases rows that were claimed but not started. */
  release(worker: string, rows: readonly Row[]): Promise<void>;
  /** Returns rows with an expired lease to the queue; returns how many. */
  reap(): Promise<number>;
  label(outcome: Outcome): string;
  /** All labels, so that each is counted from 0. */
  readonly outcomes: readonly string[];
  /** The backlog, for the metrics; its cost is bounded, however long the backlog. */
  measure(): Promise<Backlog>;
};

type Backlog = { readonly due: number; readonly oldestDueS: number };

export type Result<Row, Outcome> = { readonly row: Row; readonly outcome: Outcome };

export type Loop = { stop(): Promise<void> };

type Deps = { readonly worker: string; readonly log: Logger; readonly metrics: Metrics };

/** A busy queue is polled every 20 ms, an idle one at growing intervals. */
const busyPollMs = 20;
const idlePollMs = 250;
const reapEveryMs = 1000;
const measureEveryMs = 5000;
/** A stopping process writes outcomes for at most this long; the remaining rows return to the queue when their lease ends. */
const stopWithinMs = 5_000;
/** So that a slot freed in the middle of a batch does not wait for the next poll. */
const claimAhead = 2;

export function runClaimedRows<Row, Outcome>(work: ClaimedRows<Row, Outcome>, deps: Deps): Loop {
  const loop = new ClaimedRowLoop(work, deps);
  loop.start();
  return loop;
}

class ClaimedRowLoop<Row, Outcome> implements Loop {
  readonly #work: ClaimedRows<Row, Outcome>;
  readonly #deps: Deps;
  readonly #stopping = new AbortController();
  #waiting: Row[] = [];
  #results: Result<Row, Outcome>[] = [];
  #running = 0;
  #flushing: Promise<void> | undefined;
  #turns: Promise<unknown> = Promise.resolve();
  /** Since when the database has responded without a failure. */
  #answeringSince: number | undefined;
  #stopBefore = Infinity;

  constructor(work: ClaimedRows<Row, Outcome>, deps: Deps) {
    this.#work = work;
    this.#deps = deps;
  }

  start(): void {
    const { metrics } = this.#deps;
    for (const step of ['claim', 'reap', 'measure', 'run', 'finish', 'release'])
      metrics.loopFailures.inc({ loop: `${this.#work.queue}.${step}` }, 0);
    for (const outcome of this.#work.outcomes) metrics.workFinished.inc({ queue: this.#work.queue, outcome }, 0);
    this.#turns = Promise.all([this.#claimTurns(), this.#reapTurns(), this.#measureTurns()]);
  }

  /** Stops claiming, releases rows that have not started, and finishes those that run. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopBefore = performance.now() + stopWithinMs;
    await this.#turns;
    const notBegun = this.#waiting;
    this.#waiting = [];
    if (notBegun.length > 0) await this.#guard('release', () => this.#work.release(this.#deps.worker, notBegun));
    while (this.#running > 0 || this.#results.length > 0 || this.#flushing !== undefined) {
      await (this.#flushing ?? pause(busyPollMs));
      this.#flush();
    }
  }

  async #claimTurns(): Promise<void> {
    let delay = busyPollMs;
    while (!this.#stopping.signal.aborted) {
      const free = this.#work.concurrency * claimAhead - this.#running - this.#waiting.length;
      const claimed = free > 0 ? await this.#guard('claim', () => this.#work.claim(this.#deps.worker, free)) : [];
      this.#waiting.push(...(claimed ?? []));
      if (!this.#stopping.signal.aborted) this.#startWaiting();
      const quiet = free > 0 && (claimed?.length ?? 0) === 0;
      delay = quiet ? Math.min(this.#work.idlePollMs ?? idlePollMs, delay * 1.5) : busyPollMs;
      await pause(delay, this.#stopping.signal);
    }
  }

  /**
   * During a database outage, leases of live workers expire although they still have outcomes to write. Rows are reaped
   * only after each worker has had one lease period to write them; at startup an outage is assumed.
   */
  async #reapTurns(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      if (this.#answeringSince === undefined) await this.#measure();
      if (performance.now() - (this.#answeringSince ?? Infinity) >= this.#work.leaseMs) {
        const reaped = await this.#guard('reap', () => this.#work.reap());
        this.#deps.metrics.workReaped.inc({ queue: this.#work.queue }, reaped ?? 0);
      }
      await pause(reapEveryMs, this.#stopping.signal);
    }
  }

  async #measureTurns(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#measure();
      await pause(measureEveryMs, this.#stopping.signal);
    }
  }

  async #measure(): Promise<void> {
    const { metrics } = this.#deps;
    const { queue } = this.#work;
    const backlog = await this.#guard('measure', () => this.#work.measure());
    if (backlog === undefined) return;
    this.#answeringSince ??= performance.now();
    metrics.workDue.set({ queue }, backlog.due);
    metrics.workOldestDue.set({ queue }, backlog.oldestDueS);
  }

  #startWaiting(): void {
    while (this.#running < this.#work.concurrency) {
      const row = this.#waiting.shift();
      if (row === undefined) return;
      this.#deps.metrics.workInFlight.inc({ queue: this.#work.queue });
      void this.#runOne(row);
    }
  }

  async #runOne(row: Row): Promise<void> {
    this.#running += 1;
    const outcome = await this.#guard('run', () => this.#work.run(row));
    if (outcome !== undefined) this.#results.push({ row, outcome });
    this.#running -= 1;
    this.#deps.metrics.workInFlight.dec({ queue: this.#work.queue });
    if (!this.#stopping.signal.aborted) this.#startWaiting();
    this.#flush();
  }

  /** One batch at a time; outcomes that arrive meanwhile form the next batch. */
  #flush(): void {
    if (this.#flushing !== undefined || this.#results.length === 0) return;
    const batch = this.#results;
    this.#results = [];
    this.#flushing = this.#finish(batch).finally(() => {
      this.#flushing = undefined;
      this.#flush();
    });
  }

  /** While the database is unavailable the outcomes stay in memory: if they were lost, their work would be executed again. */
  async #finish(batch: readonly Result<Row, Outcome>[]): Promise<void> {
    const startedAt = performance.now();
    for (let written = false; !written;) {
      try {
        await runOperation(`${this.#work.queue}.finish`, () => this.#work.finish(this.#deps.worker, batch));
        written = true;
      } catch (error) {
        this.#report('finish', error);
        const isBusy = isOverloaded(error) && performance.now() - startedAt < this.#work.leaseMs;
        if ((!isUnavailable(error) && !isBusy) || performance.now() > this.#stopBefore) return this.#lose(batch);
        await pause(idlePollMs);
      }
    }
    for (const { outcome } of batch) {
      this.#deps.metrics.workFinished.inc({ queue: this.#work.queue, outcome: this.#work.label(outcome) });
    }
  }

  #lose(batch: readonly Result<Row, Outcome>[]): void {
    this.#deps.log.error({ queue: this.#work.queue, rows: batch.length }, 'jobs.outcomes-lost');
  }

  /** A failing step is logged and retried; its rows return when their lease ends. */
  async #guard<T>(step: string, turn: () => Promise<T>): Promise<T | undefined> {
    try {
      return await runOperation(`${this.#work.queue}.${step}`, turn);
    } catch (error) {
      this.#report(step, error);
      await pause(idlePollMs, this.#stopping.signal);
      return undefined;
    }
  }

  #report(step: string, error: unknown): void {
    // Whatever else went wrong, the database responded.
    this.#answeringSince = isUnavailable(error) ? undefined : (this.#answeringSince ?? performance.now());
    this.#deps.metrics.loopFailures.inc({ loop: `${this.#work.queue}.${step}` });
    this.#deps.log.error({ err: error, queue: this.#work.queue, step }, 'jobs.step-failed');
  }
}

/** Waits, or returns immediately when the signal aborts. */
export function pause(ms: number, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop?.aborted === true) return resolve();
    const done = () => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop?.addEventListener('abort', done, { once: true });
  });
}
