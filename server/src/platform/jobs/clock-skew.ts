import { isSkewed, measureSkewMs, type Database } from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import { pause, type ClaimedRows, type Loop } from './claimed-rows.ts';
import type { Job } from './jobs.ts';
import type { Sweep } from './sweeper.ts';

const compareEveryMs = 5_000;
/** Nothing runs until the skew is known, so it is measured more often at first. */
const retryEveryMs = 1_000;
const reportEveryMs = 60_000;
/** How soon stopped or running loops follow a change of the clock's state. */
const checkEveryMs = 1_000;

export type ClockWatch = Loop & {
  /** Whether this process's clock agrees with the database's now; a clock that is set is noticed without a query. */
  isInSync(): boolean;
  /** Resolves after the first comparison. */
  readonly compared: Promise<void>;
};

type Deps = { readonly db: Database; readonly log: Logger; readonly metrics: Metrics };

/** How far the system clock is ahead of the monotonic one. */
const aheadOfSteady = (): number => Date.now() - performance.now();

/**
 * Repeatedly compares the system clock, which in production is business time, with the database's. Scheduled work
 * expires and deletes data, so a process with a wrong clock must not do it. Unknown counts as wrong.
 */
export function watchClock({ db, log, metrics }: Deps): ClockWatch {
  const stopping = new AbortController();
  const compared = Promise.withResolvers<void>();
  let known: { readonly skewMs: number; readonly ahead: number } | undefined;
  let reported = { off: false, at: 0 };
  let failing = false;
  const skewMs = () => (known === undefined ? undefined : known.skewMs + aheadOfSteady() - known.ahead);
  const isRight = () => {
    const skew = skewMs();
    return skew !== undefined && !isSkewed(skew);
  };
  const reportSkew = (skew: number): void => {
    metrics.clockSkew.set(skew / 1000);
    const off = isSkewed(skew);
    if (off && (!reported.off || performance.now() - reported.at >= reportEveryMs)) {
      log.error({ skewMs: Math.round(skew) }, 'clock.skewed');
      reported = { off, at: performance.now() };
    }
    if (!off && reported.off) log.info({ skewMs: Math.round(skew) }, 'clock.in-sync');
    reported = { ...reported, off };
  };
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const skew = await measureSkewMs(db);
        known = { skewMs: skew, ahead: aheadOfSteady() };
        reportSkew(skew);
        compared.resolve();
        failing = false;
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'clock.check-failed');
        failing = true;
      }
      await pause(known === undefined ? retryEveryMs : compareEveryMs, stopping.signal);
    }
  })();
  return {
    isInSync: isRight,
    compared: compared.promise,
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

/** The sweep, which does nothing while the clock is off. */
export const sweepOnTime = (clock: ClockWatch, sweep: Sweep): Sweep => ({
  ...sweep,
  run: async (limit) => (clock.isInSync() ? sweep.run(limit) : 0),
});

/** The queue, which claims nothing while the clock is off, because retry times would be wrong. */
export const claimOnTime = <Row, Outcome>(
  clock: ClockWatch,
  queue: ClaimedRows<Row, Outcome>,
): ClaimedRows<Row, Outcome> => ({
  ...queue,
  claim: async (worker, limit) => (clock.isInSync() ? queue.claim(worker, limit) : []),
});

/** The job, which fails while the clock is off and is retried later. */
export const jobOnTime = (clock: ClockWatch, job: Job): Job => ({
  ...job,
  run: async (limit) => {
    if (!clock.isInSync()) throw new Error('the clock is off');
    return job.run(limit);
  },
});

/** Runs `start` only while the clock is right; a job runner would otherwise only fail its jobs. */
export function runOnTime(clock: ClockWatch, start: () => Promise<Loop>, { log, metrics }: Omit<Deps, 'db'>): Loop {
  const stopping = new AbortController();
  let running: Loop | undefined;
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      try {
        if (!clock.isInSync()) await running?.stop().finally(() => (running = undefined));
        if (clock.isInSync()) running ??= await start();
      } catch (error) {
        metrics.loopFailures.inc({ loop: 'jobs.schedule' });
        log.error({ err: error }, 'jobs.schedule-failed');
      }
      await pause(checkEveryMs, stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
      await running?.stop();
    },
  };
}
