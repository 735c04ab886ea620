import { EventEmitter } from 'node:events';
import type { CronItem, Logger as GraphileLogger, Runner, TaskList, WorkerEvents } from 'graphile-worker';
import { prepared, withState, type Database } from '#platform/db';
import { runOperation, type Logger, type Metrics } from '#platform/telemetry';
import { recordRun, registerJobs } from './job-runs.ts';
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

/** What runs until it is stopped, or until it ends by itself. */
export type EndingLoop = Loop & { hasEnded(): boolean };

type Deps = { readonly db: Database; readonly log: Logger; readonly metrics: Metrics };

/** Set by graphile-worker for a process that does nothing else. */
const engineExitCode = 57;

const beatEveryMs = 5_000;
/** Three missed heartbeats; with the sweep every 5 s a killed worker's job is released within 25 s. */
const deadAfterS = 15;

/** Runs bound jobs on graphile-worker, and releases the jobs of dead workers. */
export async function runScheduledJobs(bindings: readonly JobBinding[], deps: Deps): Promise<EndingLoop> {
  await registerJobs(
    deps.db,
    bindings.filter(({ job }) => job.cron !== undefined).map(({ job }) => job.name),
  );
  // The engine locks jobs under the name of the pool, not of one of its workers.
  const pools = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => pools.add(workerPool.id));
  events.on('pool:release', ({ workerPool }) => pools.delete(workerPool.id));
  let ended = false;
  events.on('stop', () => (ended = true));
  // Here, because every process has this file and workers alone run jobs.
  const engine = await import('graphile-worker');
  const runner = await engine.run({
    pgPool: deps.db.pool,
    events,
    taskList: taskList(bindings, deps),
    parsedCronItems: engine.parseCronItems(bindings.flatMap(cronItem)),
    concurrency: 2,
    noHandleSignals: true,
    logger: quietLogger(engine.Logger, deps.log),
  });
  try {
    for (const { job } of bindings) if (job.cron !== undefined) await runner.addJob(job.name, {}, oneAtATime(job));
  } catch (error) {
    // A retry starts another runner, and nothing would stop this one.
    await runner.stop();
    throw error;
  }
  const sweep = runSweep(
    { name: 'jobs.free-dead-workers', everyMs: beatEveryMs, run: beatAfterOutages(deps.db, pools) },
    deps,
  );
  const hasEnded = () => ended;
  return { hasEnded, stop: () => stopBoth(runner, sweep, hasEnded) };
}

/**
 * The engine ends by itself when it hears of a change of its schema that it does not know, and anybody who may connect can say
 * so. It refuses to be stopped twice, and leaves its own exit code for the process.
 */
async function stopBoth(runner: Runner, sweep: Loop, hasEnded: () => boolean): Promise<void> {
  await (hasEnded() ? runner.promise.catch(() => undefined) : runner.stop());
  if (process.exitCode === engineExitCode) process.exitCode = undefined;
  await sweep.stop();
}

const taskList = (bindings: readonly JobBinding[], { db }: Deps): TaskList =>
  Object.fromEntries(
    bindings.flatMap((binding) =>
      [binding.job.name, binding.job.formerName ?? []]
        .flat()
        .map((name) => [name, (payload: unknown) => runRecorded(db, binding, payload)]),
    ),
  );

async function runRecorded(db: Database, { job, run: work }: JobBinding, payload: unknown): Promise<void> {
  try {
    await runOperation(job.name, () => work(payload));
  } catch (error) {
    // What went wrong is more important than that it could not be counted.
    await recordRun(db, job.name, false).catch(() => undefined);
    throw error;
  }
  await recordRun(db, job.name, true);
}

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

/** After an outage every worker looks dead until it has sent its next heartbeat, so none is freed for as long. */
function beatAfterOutages(db: Database, pools: ReadonlySet<string>): () => Promise<number> {
  let failedAt = -Infinity;
  return async () => {
    try {
      if (performance.now() - failedAt >= deadAfterS * 1000) return await beatAndFree(db, [...pools]);
      await db.many(beat([...pools]));
      return 0;
    } catch (error) {
      failedAt = performance.now();
      throw error;
    }
  };
}

export async function beatAndFree(db: Database, workers: readonly string[]): Promise<number> {
  await db.many(beat(workers));
  const [row] = await db.many(freeDead(deadAfterS));
  return row?.freed ?? 0;
}

/**
 * The engine's own warnings and errors. They quote the message of an error, which may quote typed text, so only the
 * facts of an error are logged.
 */
const quietLogger = (EngineLogger: typeof GraphileLogger, log: Logger) =>
  new EngineLogger(() => (level, message, meta = {}) => {
    if (level !== 'error' && level !== 'warning') return;
    const error = Object.values(meta).find((value) => value instanceof Error);
    const { job } = meta as { job?: { task_identifier: string } };
    log[level === 'error' ? 'error' : 'warn'](
      {
        engine: 'graphile-worker',
        ...(job === undefined ? {} : { task: job.task_identifier }),
        ...(error === undefined ? { detail: message.slice(0, 200) } : { err: withState(error) }),
      },
      'jobs.engine',
    );
  });
