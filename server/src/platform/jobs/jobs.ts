import type { JobResult, PgBoss } from 'pg-boss';
import { engineSchema, jobQueue, prepared, withState, type Database } from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import { pause, type Loop } from './claimed-rows.ts';
import { attemptTurn, rowsPerTurn } from './sweeper.ts';

/**
 * Work outside requests that one worker does for all: on a schedule, when a row adds it (`platform.add_job` in the migrations), and when a
 * worker starts, because schedules are missed while no worker runs. So the job itself finds the due work.
 */
export type Job = {
  /** `<module>.<verb>`, as in `events.maintain-partitions`. */
  readonly name: string;
  /** Minute hour day month weekday in UTC. */
  readonly cron: string;
  /** Rows handled; a full batch is followed by another immediately. */
  run(limit: number): Promise<number>;
};

export const everyMinute = '* * * * *';
export const everyTenMinutes = '*/10 * * * *';

/** A rare job is retried until its next scheduled time; a frequent one simply runs again within minutes. */
const isFrequent = ({ cron }: Pick<Job, 'cron'>): boolean => cron.startsWith('*');

type Deps = { readonly db: Database; readonly log: Logger; readonly metrics: Metrics };

/** The payload of a queued job. */
type Payload = { readonly job: string };

/** Fetchers poll in turn, each second; this many long batches may run before other jobs wait for them. */
const fetchers = 3;
/** Jobs per fetch; those with the same name are one run. */
const fetched = 20;
/** A worker that is silent for 10 s counts as dead at the next check, and its job begins again 2 s later. */
const lookForDeadS = 15;
const lookAtScheduleS = 15;
/** We do not use these parts of pg-boss. */
const seldomS = 86_400;
/** A job that is still running after this begins again elsewhere; the process is killed before that. */
const stopWithinMs = 60_000;

/** Runs due jobs, together with all other workers, until `stop`. */
export async function runJobs(jobs: readonly Job[], deps: Deps): Promise<Loop> {
  // Imported here, because all processes load this file and only workers run jobs.
  const { PgBoss } = await import('pg-boss');
  const engine = new PgBoss({
    db: { executeSql: (text, values) => deps.db.pool.query({ text, values: values ?? [] }) },
    schema: engineSchema,
    migrate: false,
    superviseIntervalSeconds: lookForDeadS,
    monitorIntervalSeconds: lookForDeadS,
    maintenanceIntervalSeconds: 600,
    cronMonitorIntervalSeconds: lookAtScheduleS,
    flowIntervalSeconds: seldomS,
    reindex: false,
    monitorVacuum: false,
  });
  // The engine's own message may quote typed text, so only the facts of an error are logged.
  engine.on('error', (error) => deps.log.error({ err: withState(error) }, 'jobs.engine'));
  engine.on('warning', ({ message }) => deps.log.warn({ detail: message.slice(0, 200) }, 'jobs.engine'));
  const stopping = new AbortController();
  for (const { name } of jobs) deps.metrics.loopFailures.inc({ loop: name }, 0);
  try {
    await engine.start();
    await schedule(engine, jobs);
  } catch (error) {
    // A retry starts another engine, and nothing would stop this one.
    await engine.stop({ graceful: false });
    throw error;
  }
  const runs = new Runs(jobs, { ...deps, stopping: stopping.signal });
  const fetching = fetchInTurn(engine, stopping.signal, (waiting) => runs.runAll(waiting));
  return {
    async stop() {
      stopping.abort();
      await fetching;
      await engine.stop({ timeout: stopWithinMs });
    },
  };
}

type Work = (waiting: readonly Waiting[]) => Promise<JobResult[]>;

async function fetchInTurn(engine: PgBoss, stopping: AbortSignal, work: Work): Promise<void> {
  const options = { batchSize: fetched, pollingIntervalSeconds: fetchers, burstWhenBatchFull: true } as const;
  for (let fetcher = 0; fetcher < fetchers && !stopping.aborted; fetcher += 1) {
    await engine.work<Payload>(jobQueue, { ...options, perJobResults: true }, work);
    await pause(1_000, stopping);
  }
}

/** However many workers start, a scheduled job waits once. */
async function schedule(engine: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = await engine.getSchedules(jobQueue);
  for (const { name, cron } of jobs) {
    const patience = isFrequent({ cron }) ? {} : { retryLimit: 1_000, deleteAfterSeconds: 7 * 86_400 };
    const options = { singletonKey: name, ...patience };
    if (!known.some((one) => one.key === name && one.cron === cron))
      await engine.schedule(jobQueue, cron, { job: name }, { ...options, key: name });
    await engine.send(jobQueue, { job: name }, options);
  }
}

type Waiting = { readonly id: string; readonly data: Payload };

/**
 * Jobs of the same name are one run. A job fetched while its name runs makes that run start over when it ends, so a
 * long job never holds more than one fetcher. If the process dies in between, the job runs at its next scheduled time.
 */
class Runs {
  readonly #jobs: readonly Job[];
  readonly #deps: Deps & { readonly stopping: AbortSignal };
  /** By the name of the running job: whether it was added again. */
  readonly #again = new Map<string, boolean>();

  constructor(jobs: readonly Job[], deps: Deps & { readonly stopping: AbortSignal }) {
    this.#jobs = jobs;
    this.#deps = deps;
  }

  async runAll(waiting: readonly Waiting[]): Promise<JobResult[]> {
    const names = [...new Set(waiting.map(({ data }) => data.job))];
    const done = new Map(await Promise.all(names.map(async (name) => [name, await this.#run(name)] as const)));
    return waiting.map(({ id, data }) => ({ id, status: done.get(data.job) === true ? 'completed' : 'failed' }));
  }

  async #run(name: string): Promise<boolean> {
    if (this.#again.has(name)) {
      this.#again.set(name, true);
      return true;
    }
    const job = this.#jobs.find((one) => one.name === name);
    try {
      for (;;) {
        this.#again.set(name, false);
        if (!(await runToEnd(job, this.#deps))) return false;
        if (this.#again.get(name) !== true) return true;
      }
    } finally {
      this.#again.delete(name);
    }
  }
}

/** Runs batch after batch. Returns false when the job must begin again, for example because only a newer version knows it. */
async function runToEnd(job: Job | undefined, { stopping, ...deps }: Deps & { readonly stopping: AbortSignal }) {
  if (job === undefined) return false;
  for (let handled: number | undefined = rowsPerTurn; handled !== undefined && handled >= rowsPerTurn;) {
    if (stopping.aborted) return false;
    handled = await attemptTurn(job, deps);
    if (handled === undefined) return false;
  }
  if (isFrequent(job)) deps.metrics.sweepLastSuccess.set({ sweep: job.name }, Date.now() / 1000);
  return true;
}

const listRuns = prepared<
  [jobs: readonly string[]],
  { job: string; succeeded_s: number; age_s: number; failures: number }
>(
  'jobs.list-runs',
  `select s.key as job, coalesce(extract(epoch from max(last)), 0)::float8 as succeeded_s,
     extract(epoch from now() - coalesce(max(last), s.created_on))::float8 as age_s,
     coalesce(sum(retry_count + (state <> 'active')::integer)
       filter (where state in ('active', 'retry', 'failed') and (last is null or j.created_on > last)), 0)::integer as failures
   from ${engineSchema}.schedule s left join (
     select singleton_key, state, retry_count, created_on,
       max(completed_on) filter (where state = 'completed') over (partition by singleton_key) as last
     from ${engineSchema}.job where name = '${jobQueue}' and singleton_key = any($1::text[])) j on j.singleton_key = s.key
   where s.key = any($1::text[]) group by s.key, s.created_on`,
);

/** Each worker reports all jobs, whichever worker ran them. */
export async function measureJobs({ db, metrics }: Omit<Deps, 'log'>, jobs: readonly Job[]): Promise<number> {
  const rare = jobs.filter((job) => !isFrequent(job)).map(({ name }) => name);
  for (const { job, succeeded_s: succeededS, age_s: ageS, failures } of await db.many(listRuns(rare))) {
    metrics.jobLastSuccess.set({ job }, succeededS);
    metrics.jobAge.set({ job }, ageS);
    metrics.jobFailures.set({ job }, failures);
  }
  return 0;
}
