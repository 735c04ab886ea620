import type { Ctx } from '#context';
import { isConnectionLost } from '#platform/db';
import { pause, type Loop } from '#platform/jobs';
import { enterEra } from './era-store.ts';
import { eventMetrics } from './metrics.ts';

type PauseWatch = Loop & {
  /** Whether work is to wait until somebody has looked at a restored database. Unknown counts as yes. */
  isPaused(): boolean;
  /** Resolves after the first answer of the database. */
  readonly known: Promise<void>;
};

/** How soon workers follow `makewhole restored` and `makewhole resume`. */
const askEveryMs = 1_000;
const reportEveryMs = 60_000;

/**
 * Asks the database repeatedly whether work is paused. Asking enters the era, so a worker that starts on a copy of the
 * database in another cluster is paused before it has sent anything.
 */
export function watchPause({ db, log, metrics }: Pick<Ctx, 'db' | 'log' | 'metrics'>): PauseWatch {
  const stopping = new AbortController();
  const known = Promise.withResolvers<void>();
  let paused: boolean | undefined;
  let reportedAt = -Infinity;
  const report = (era: string): void => {
    metrics.of(eventMetrics).paused.set(paused === true ? 1 : 0);
    if (paused === true && performance.now() - reportedAt >= reportEveryMs) {
      log.error({ era }, 'events.paused');
      reportedAt = performance.now();
    }
    if (paused === false && reportedAt > 0) {
      log.info({ era }, 'events.resumed');
      reportedAt = -Infinity;
    }
  };
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const era = await enterEra(db);
        ({ paused } = era);
        report(era.era);
        known.resolve();
      } catch (error) {
        // A database that is away may be a restored one when it is back.
        if (isConnectionLost(error)) paused = undefined;
        log.warn({ err: error }, 'events.era-unknown');
      }
      await pause(askEveryMs, stopping.signal);
    }
  })();
  return {
    isPaused: () => paused !== false,
    known: known.promise,
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
