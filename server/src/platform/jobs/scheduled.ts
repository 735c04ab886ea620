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

/** A rare or slow job: its name and its schedule. Its work is bound in a workers.ts. */
export type JobDefinition = {
  /** `<module>.<verb>`, as in `events.maintain-partitions`. */
  readonly name: string;
  /** What an earlier release called it: a job that it stored and did not run is run by this one. */
  readonly formerName?: string;
  /**
   * Minute hour day month weekday in UTC. The job also runs whenever a worker starts, because a time without a worker
   * is missed; so it must find out by itself what is due. Without a schedule it runs only when it is added.
   */
  readonly cron?: string;
};

export type JobBinding = { readonly job: JobDefinition; run(payload: unknown): Promise<void> };

type Deps = { readonly db: Database; readonly log: Logger; readonly metrics: Metrics };

const beatEveryMs = 5_000;
/** Three missed heartbeats; with the sweep every 5 s a killed worker's job is released within 25 s. */
const deadAfterS = 15;

/** Runs bound jobs on graphile-worker, and releases the jobs of dead workers. */
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
    // A retry starts another runner, and nothing would stop this one.
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
  Object.fromEntries(
    bindings.flatMap(({ job, run: work }) =>
      [job.name, job.formerName ?? []].flat().map((name) => [name, (payload: unknown) => work(payload)]),
    ),
  );

/** However many workers start, it is queued once; and two of a kind never run at once. */
const oneAtATime = ({ name }: JobDefinition) => ({ jobKey: name, queueName: name });

function cronItem({ job }: JobBinding): CronItem[] {
  if (job.cron === undefined) return [];
  return [{ task: job.name, match: job.cron, identifier: job.name, options: oneAtATime(job) }];
}

const beat = prepared<[readonly string[]], never>(
  'jobs.beat-workers',
  `insert into platform.job_workers (worker_id, beat_at) select unnest($1::text[]), now()
   on conflict (worker_id) do update set beat_at = excluded.beat_at`,
);

// graphile-worker itself waits four hours before it treats a worker as dead.
const freeDead = prepared<[seconds: number], { freed: number }>(
  'jobs.free-dead-workers',
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
 * The engine's own warnings and errors. They quote the message of an error, which may quote typed text, so only the
 * facts of an error are logged.
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
