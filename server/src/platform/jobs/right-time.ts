import { prepared, type Database, type Db } from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import { pause, type ClaimedRows, type Loop } from './claimed-rows.ts';
import type { JobBinding } from './scheduled.ts';
import type { Sweep } from './sweeper.ts';

/** Clocks that are kept differ by milliseconds; one that is off by this much is not kept. */
const mostMs = 5_000;
const askEveryMs = 5_000;
const tellEveryMs = 60_000;
/** How soon loops that stand still, or run and should not, are looked after. */
const heedEveryMs = 1_000;

const ask = prepared<[], { ms: number }>(
  'platform.clock',
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
);

/** By how much this process's clock is ahead of the database's; the time that asking took is taken in its favor. */
export async function measureSkewMs(db: Db): Promise<number> {
  const [asked, started] = [Date.now(), performance.now()];
  const row = await db.find(ask());
  if (row === undefined) throw new Error('a select without a table returns one row');
  const onTheWay = (performance.now() - started) / 2;
  const skew = asked + onTheWay - row.ms;
  return Math.sign(skew) * Math.max(0, Math.abs(skew) - onTheWay);
}

export const isOff = (skewMs: number): boolean => Math.abs(skewMs) > mostMs;

/** In words, for people: `61.3 s ahead of the database`. */
export const skewInWords = (skewMs: number): string =>
  `${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} the database`;

export type ClockWatch = Loop & {
  /** Whether this process's clock agrees with the database's, now: one that is set anew is noticed without asking. */
  isRight(): boolean;
  /** Resolves when the clocks were compared for the first time. */
  readonly compared: Promise<void>;
};

type Deps = { readonly db: Database; readonly log: Logger; readonly metrics: Metrics };

/** How far the wall's clock is ahead of the one that nobody can set. */
const aheadOfSteady = (): number => Date.now() - performance.now();

/**
 * Compares the system's clock, which in production is business time, with the database's, again and again. What time alone
 * sets off ends and deletes: a process that is wrong about the time must do none of it. Unknown counts as wrong.
 */
export function watchClock({ db, log, metrics }: Deps): ClockWatch {
  const stopping = new AbortController();
  const compared = Promise.withResolvers<void>();
  let known: { readonly skewMs: number; readonly ahead: number } | undefined;
  let told = { off: false, at: 0 };
  const skewMs = () => (known === undefined ? undefined : known.skewMs + aheadOfSteady() - known.ahead);
  const isRight = () => {
    const skew = skewMs();
    return skew !== undefined && !isOff(skew);
  };
  const tell = (skew: number): void => {
    metrics.clockSkew.set(skew / 1000);
    const off = isOff(skew);
    if (off && (!told.off || performance.now() - told.at >= tellEveryMs)) {
      log.error({ skewMs: Math.round(skew) }, 'clock.off');
      told = { off, at: performance.now() };
    }
    if (!off && told.off) log.info({ skewMs: Math.round(skew) }, 'clock.right-again');
    told = { ...told, off };
  };
  const turns = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const skew = await measureSkewMs(db);
        known = { skewMs: skew, ahead: aheadOfSteady() };
        tell(skew);
        compared.resolve();
      } catch (error) {
        log.warn({ err: error }, 'clock.not-compared');
      }
      await pause(askEveryMs, stopping.signal);
    }
  })();
  return {
    isRight,
    compared: compared.promise,
    async stop() {
      stopping.abort();
      await turns;
    },
  };
}

/** The sweep, which does nothing while the clock is off. */
export const sweepOnTime = (clock: ClockWatch, sweep: Sweep): Sweep => ({
  ...sweep,
  run: async (limit) => (clock.isRight() ? sweep.run(limit) : 0),
});

/** The queue, of which nothing is claimed while the clock is off: when to try again would be written wrong. */
export const claimOnTime = <Row, Outcome>(
  clock: ClockWatch,
  queue: ClaimedRows<Row, Outcome>,
): ClaimedRows<Row, Outcome> => ({
  ...queue,
  claim: async (worker, limit) => (clock.isRight() ? queue.claim(worker, limit) : []),
});

/** The job, which fails and is tried again later while the clock is off. */
export const jobOnTime = (clock: ClockWatch, binding: JobBinding): JobBinding => ({
  ...binding,
  run: async (payload) => {
    if (!clock.isRight()) throw new Error('the clock is off');
    await binding.run(payload);
  },
});

/**
 * Runs what `start` starts for as long as the clock is right. For what keeps a calendar of its own: a job that was
 * scheduled for a day to come counts as done until then.
 */
export function runOnTime(clock: ClockWatch, start: () => Promise<Loop>, { log, metrics }: Omit<Deps, 'db'>): Loop {
  const stopping = new AbortController();
  let running: Loop | undefined;
  const turns = (async () => {
    while (!stopping.signal.aborted) {
      try {
        if (clock.isRight()) running ??= await start();
        else await running?.stop().finally(() => (running = undefined));
      } catch (error) {
        metrics.loopFailures.inc({ loop: 'jobs.schedule' });
        log.error({ err: error }, 'jobs.schedule-failed');
      }
      await pause(heedEveryMs, stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await turns;
      await running?.stop();
    },
  };
}
