import { runOperation, type Logger, type Metrics } from '#platform/telemetry';
import { pause, type Loop } from './claimed-rows.ts';

/** Periodic work such as expiries and purges. Each run does a bounded amount and returns how much it did. */
export type Sweep = {
  readonly name: string;
  readonly everyMs: number;
  /** Rows handled; a full batch is followed by another at once. */
  run(limit: number): Promise<number>;
};

/** Rows per batch: enough to be worth a transaction, few enough to hold no lock for long. */
const rowsPerTurn = 500;

type Deps = { readonly log: Logger; readonly metrics: Metrics };

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

export async function sweepOnce(sweep: Sweep, deps: Deps): Promise<number> {
  try {
    const handled = await runOperation(sweep.name, () => sweep.run(rowsPerTurn));
    deps.metrics.sweepLastSuccess.set({ sweep: sweep.name }, Date.now() / 1000);
    return handled;
  } catch (error) {
    deps.metrics.loopFailures.inc({ loop: sweep.name });
    deps.log.error({ err: error, sweep: sweep.name }, 'jobs.sweep-failed');
    return 0;
  }
}
