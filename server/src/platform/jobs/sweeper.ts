import { runOperation, type Logger, type Metrics } from '#platform/telemetry';
import { pause, type Loop } from './claimed-rows.ts';

/** Work that each process repeats for itself, such as measuring. */
export type Sweep = {
  readonly name: string;
  readonly everyMs: number;
  /** Rows handled; a full batch is followed by another immediately. */
  run(limit: number): Promise<number>;
};

/** Rows per batch: enough to be worth a transaction, few enough to hold no lock for long. */
export const rowsPerTurn = 500;

type Deps = { readonly log: Logger; readonly metrics: Metrics };
type Turn = Pick<Sweep, 'name' | 'run'>;

export function runSweep(sweep: Sweep, deps: Deps): Loop {
  const stopping = new AbortController();
  deps.metrics.loopFailures.inc({ loop: sweep.name }, 0);
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const handled = await sweepOnce(sweep, deps);
      if (handled < rowsPerTurn) await pause(sweep.everyMs, stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

const measureEveryMs = 15_000;

/** One loop for all measures of this process: one after the other, each when it is due. */
export function runMeasures(measures: readonly Sweep[], deps: Deps): Loop {
  const dueAt = new Map<Sweep, number>();
  const run = async () => {
    for (const measure of measures) {
      const now = performance.now();
      if ((dueAt.get(measure) ?? 0) > now) continue;
      // Half an interval early, so that a loop that is slightly early does not skip a run.
      dueAt.set(measure, now + measure.everyMs - measureEveryMs / 2);
      await sweepOnce(measure, deps);
    }
    return 0;
  };
  return runSweep({ name: 'jobs.measure-all', everyMs: measureEveryMs, run }, deps);
}

export async function sweepOnce(turn: Turn, deps: Deps): Promise<number> {
  const handled = await attemptTurn(turn, deps);
  if (handled !== undefined) deps.metrics.sweepLastSuccess.set({ sweep: turn.name }, Date.now() / 1000);
  return handled ?? 0;
}

/** Undefined when it failed, which is counted and logged. */
export async function attemptTurn(turn: Turn, deps: Deps): Promise<number | undefined> {
  try {
    return await runOperation(turn.name, () => turn.run(rowsPerTurn));
  } catch (error) {
    deps.metrics.loopFailures.inc({ loop: turn.name });
    deps.log.error({ err: error, sweep: turn.name }, 'jobs.sweep-failed');
    return undefined;
  }
}
