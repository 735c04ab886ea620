import type { JobResult, PgBoss } from 'pg-boss';
import { engineSchema, jobQueue, prepared, withState, type Database } from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import { pause, type Loop } from './claimed-rows.ts';
import { attemptTurn, rowsPerTurn } from './sweeper.ts';

/**
 * Work outside requests that one worker does for all: when its time comes, when a row asks for it (`platform.add_job` in
 * the migrations), and when a worker starts, because a time without a worker is missed. So it finds out by itself what is due.
 */
export type Job = {
  /** `<module>.<verb>`, as in `events.maintain-partitions`. */
  readonly name: string;
  /** Minute hour day month weekday in UTC. */
  readonly cron: string;
  /** Rows handled; a full batch is followed by another at once. */
  run(limit: number): Promise<number>;
};

export const everyMinute = '* * * * *';
export const everyTenMinutes = '*/10 * * * *';

/** A rare one is waited for until its next time; of a frequent one another turn follows within minutes. */
const isFrequent = ({ cron }: Pick<Job, 'cron'>): boolean => cron.startsWith('*');

type Deps = { readonly db: Database; readonly log: Logger; readonly metrics: Metrics };

/** What waits in the queue. */
type Payload = { readonly job: string };

/** One after the other they poll each second; so many batches may take long before others wait for them. */
const fetchers = 3;
/** Jobs of a fetch; those of the same name are one run. */
const fetched = 20;
/** A worker that is silent for 10 s is taken for dead at the next look, and its job begins again 2 s later. */
const lookForDeadS = 15;
const lookAtScheduleS = 15;
/** Nothing is asked of these parts of the engine. */
const seldomS = 86_400;
/** A job that is still busy then begins again elsewhere; the process is given up before. */
const stopWithinMs = 60_000;

/** Runs the jobs that are due, together with all other workers, until `stop`. */
export async function runJobs(jobs: readonly Job[], deps: Deps): Promise<Loop> {
  // Here, because every process has this file and workers alone run jobs.
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
  // Its own message may quote typed text, so only the facts of an error are logged.
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

/** However many workers start, what is scheduled waits once. */
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
 * Jobs of the same name are one run. A job that is fetched while its name runs makes that run start over when it ends, so a
 * long one never holds more than one fetcher. If the process dies in between, the job runs by its schedule.
 */
class Runs {
  readonly #jobs: readonly Job[];
  readonly #deps: Deps & { readonly stopping: AbortSignal };
  /** By the name of what runs: whether it was asked for again. */
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

/** Batch after batch; false when it is to be begun again, as what only a newer version knows is. */
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

/** Each worker reports every job, whoever ran it. */
export async function measureJobs({ db, metrics }: Omit<Deps, 'log'>, jobs: readonly Job[]): Promise<number> {
  const rare = jobs.filter((job) => !isFrequent(job)).map(({ name }) => name);
  for (const { job, succeeded_s: succeededS, age_s: ageS, failures } of await db.many(listRuns(rare))) {
    metrics.jobLastSuccess.set({ job }, succeededS);
    metrics.jobAge.set({ job }, ageS);
    metrics.jobFailures.set({ job }, failures);
  }
  return 0;
}
