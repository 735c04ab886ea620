import { prepared, type Database, type Db } from '#platform/db';
import type { Metrics } from '#platform/telemetry';

const register = prepared<[jobs: readonly string[]], never>(
  'jobs.register-jobs',
  'insert into platform.job_runs (job) select unnest($1::text[]) on conflict do nothing',
);

/** From now on a job that never succeeds is seen. */
export const registerJobs = (db: Db, jobs: readonly string[]) => db.many(register(jobs));

const record = prepared<[job: string, succeeded: boolean], never>(
  'jobs.record-run',
  `insert into platform.job_runs as r (job, succeeded_at, failed_at, failures)
   values ($1, case when $2 then now() end, case when $2 then null else now() end, case when $2 then 0 else 1 end)
   on conflict (job) do update set
     succeeded_at = coalesce(excluded.succeeded_at, r.succeeded_at),
     failed_at = coalesce(excluded.failed_at, r.failed_at),
     failures = case when $2 then 0 else r.failures + 1 end`,
);

export const recordRun = (db: Db, job: string, succeeded: boolean) => db.many(record(job, succeeded));

const runs = prepared<[jobs: readonly string[]], { job: string; succeeded_s: number; age_s: number; failures: number }>(
  'jobs.list-runs',
  `select job, coalesce(extract(epoch from succeeded_at), 0)::float8 as succeeded_s,
     extract(epoch from now() - coalesce(succeeded_at, known_since))::float8 as age_s, failures
   from platform.job_runs where job = any($1::text[])`,
);

type Deps = { readonly db: Database; readonly metrics: Metrics };

/** Each worker reports every job, whoever ran it. */
export async function measureJobs({ db, metrics }: Deps, jobs: readonly string[]): Promise<number> {
  for (const { job, succeeded_s: succeededS, age_s: ageS, failures } of await db.many(runs(jobs))) {
    metrics.jobLastSuccess.set({ job }, succeededS);
    metrics.jobAge.set({ job }, ageS);
    metrics.jobFailures.set({ job }, failures);
  }
  return 0;
}
