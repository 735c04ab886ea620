import { EventEmitter } from 'node:events';
import {
  Logger as GraphileLogger,
  parseCronItems,
  run,
  type CronItem,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { prepared, type Database } from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import { runSweep } from './sweeper.ts';
import type { Loop } from './claimed-rows.ts';

/** A rare or slow job: what it is called and when it runs by itself. Who does it is bound in a workers.ts. */
export type JobDefinition = {
  /** `<module>.<verb>`, as in `events.make-partitions`. */
  readonly name: string;
  /**
   * Minute hour day month weekday in UTC, and also whenever a worker starts: a time at which no worker was there is past,
   * so such a job finds out by itself what there is to do. Without it the job runs only when somebody adds it.
   */
  readonly cron?: string;
};

export type JobBinding = { readonly job: JobDefinition; run(payload: unknown): Promise<void> };

type Deps = { readonly db: Database; readonly log: Logger; readonly metrics: Metrics };

const beatEveryMs = 5_000;
/** Three missed beats; with the sweep every 5 s a killed worker's job is free again within 25 s. */
const deadAfterS = 15;

/** Runs bound jobs on graphile-worker, and frees the jobs of workers that died holding them. */
export async function runScheduledJobs(bindings: readonly JobBinding[], deps: Deps): Promise<Loop> {
  // The engine locks jobs under the name of the pool, not of one of its workers.
  const pools = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => pools.add(workerPool.id));
  events.on('pool:release', ({ workerPool }) => pools.delete(workerPool.id));
  const runner = await run({
    pgPool: deps.db.pool,
    events,
    taskList: taskList(bindings),
    parsedCronItems: parseCronItems(bindings.flatMap(cronItem)),
    concurrency: 2,
    noHandleSignals: true,
    logger: quietLogger(deps.log),
  });
  try {
    for (const { job } of bindings) if (job.cron !== undefined) await runner.addJob(job.name, {}, oneAtATime(job));
  } catch (error) {
    // Whoever tries again starts another, and nobody would stop this one.
    await runner.stop();
    throw error;
  }
  const sweep = runSweep(
    { name: 'jobs.free-dead-workers', everyMs: beatEveryMs, run: () => beatAndFree(deps.db, [...pools]) },
    deps,
  );
  return stopBoth(runner, sweep);
}

function stopBoth(runner: Runner, sweep: Loop): Loop {
  return {
    async stop() {
      await runner.stop();
      await sweep.stop();
    },
  };
}

const taskList = (bindings: readonly JobBinding[]): TaskList =>
  Object.fromEntries(bindings.map(({ job, run: work }) => [job.name, (payload: unknown) => work(payload)]));

/** However many workers start, it waits once; and two of a kind are never under way at once. */
const oneAtATime = ({ name }: JobDefinition) => ({ jobKey: name, queueName: name });

function cronItem({ job }: JobBinding): CronItem[] {
  if (job.cron === undefined) return [];
  return [{ task: job.name, match: job.cron, identifier: job.name, options: oneAtATime(job) }];
}

const beat = prepared<[readonly string[]], never>(
  'platform.beat-workers',
  `insert into platform.job_workers (worker_id, beat_at) select unnest($1::text[]), now()
   on conflict (worker_id) do update set beat_at = excluded.beat_at`,
);

// graphile-worker itself waits four hours before it believes that a worker is dead.
const freeDead = prepared<[seconds: number], { freed: number }>(
  'platform.free-dead-workers',
  `with dead as (
     delete from platform.job_workers where beat_at < now() - make_interval(secs => $1) returning worker_id
   ), ids as (select array_agg(worker_id) as list from dead)
   select cardinality(list) as freed, graphile_worker.force_unlock_workers(list) from ids where list is not null`,
);

export async function beatAndFree(db: Database, workers: readonly string[]): Promise<number> {
  await db.many(beat(workers));
  const [row] = await db.many(freeDead(deadAfterS));
  return row?.freed ?? 0;
}

/**
 * The engine's own lines; its debug chatter is dropped. Its words quote the message of an error, which may quote
 * what a person typed, so of an error only its facts are kept.
 */
const quietLogger = (log: Logger) =>
  new GraphileLogger(() => (level, message, meta = {}) => {
    if (level !== 'error' && level !== 'warning') return;
    const error = Object.values(meta).find((value) => value instanceof Error);
    const { job } = meta as { job?: { task_identifier: string } };
    log[level === 'error' ? 'error' : 'warn'](
      {
        engine: 'graphile-worker',
        ...(job === undefined ? {} : { task: job.task_identifier }),
        ...(error === undefined ? { detail: message.slice(0, 200) } : { err: error }),
      },
      'jobs.engine',
    );
  });
