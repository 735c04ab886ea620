import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { isNightly } from '#test/runs';
import { eventJobs } from '#mount/webhooks/events-workers';
import { urlFor } from '#test/database/databases';
import { useHarness } from '#test/harness';
import { gate, until } from '#test/until';
import type { Loop } from './claimed-rows.ts';
import { runOnTime, type ClockWatch } from './clock-skew.ts';
import { measureJobs } from './job-runs.ts';
import { beatAndFree, runScheduledJobs, type JobBinding } from './scheduled.ts';

const harness = useHarness();
const loops: Loop[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await harness.current.owner.pool.query('truncate graphile_worker._private_jobs, platform.job_workers');
});

async function start(...bindings: JobBinding[]): Promise<void> {
  loops.push(await runScheduledJobs(bindings, harness.current.ctx));
}

const addJob = (name: string, payload: object = {}) =>
  harness.current.ctx.db.pool.query('select graphile_worker.add_job($1, $2)', [name, payload]);

async function lockedBy(task: string): Promise<string | null | undefined> {
  const { rows } = await harness.current.ctx.db.pool.query<{ locked_by: string | null }>(
    'select locked_by from graphile_worker.jobs where task_identifier = $1',
    [task],
  );
  return rows[0]?.locked_by;
}

/** A separate worker process that holds the job `test.hang`. */
async function startHangingWorker(): Promise<ChildProcess> {
  const { config } = harness.current;
  const child = fork(fileURLToPath(new URL('../../../test/processes/hanging-worker.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: urlFor(config.databaseUrl, 'worker').reveal(),
      DATA_KEY: 'a key for tests only with 32 characters or more',
      LOG_LEVEL: 'silent',
    },
  });
  children.push(child);
  const said = new Set<unknown>();
  child.on('message', (word) => said.add(word));
  await until('the other process to hold the job', () => said.has('started') && said.has('holding'));
  return child;
}

describe('scheduled jobs', () => {
  it('run with their payload when they are added', async () => {
    const seen: unknown[] = [];
    await start({
      job: { name: 'test.note' },
      run: async (payload) => {
        seen.push(payload);
      },
    });
    await addJob('test.note', { number: 7 });
    await until('the job to run', () => seen.length === 1);
    expect(seen).toEqual([{ number: 7 }]);
    await until('the job to be done', async () => (await lockedBy('test.note')) === undefined);
  });

  it('are registered under their name when they have a schedule', async () => {
    await start(...eventJobs(harness.current.ctx));
    const known = await until('known times', async () => {
      const { rows } = await harness.current.ctx.db.pool.query<{ identifier: string }>(
        'select identifier from graphile_worker._private_known_crontabs',
      );
      return rows.length > 0 && rows.map((row) => row.identifier);
    });
    expect(known.toSorted()).toEqual(['events.check-seals', 'events.maintain-partitions', 'events.make-seals']);
  });

  it('are run when an earlier release stored them under their former name', async () => {
    const seen: unknown[] = [];
    await addJob('test.former', { number: 7 });
    await start({
      job: { name: 'test.present', formerName: 'test.former' },
      run: async (payload) => {
        seen.push(payload);
      },
    });
    await until('the job to run', () => seen.length === 1);
    expect(seen).toEqual([{ number: 7 }]);
  });

  it('do the bound work: the partition job creates partitions', async () => {
    await start(...eventJobs(harness.current.ctx));
    await addJob('events.maintain-partitions');
    const made = await until('a partition', async () => {
      const { rows } = await harness.current.ctx.db.pool.query<{ table: string | null }>(
        "select to_regclass('events.events_20261115')::text as table",
      );
      return rows[0]?.table;
    });
    expect(made).toBe('events.events_20261115');
  });

  it('with a schedule also run when a worker starts, and never two of a kind at once', async () => {
    let [runs, under, most] = [0, 0, 0];
    const goOn = gate();
    const run = async () => {
      under += 1;
      most = Math.max(most, under);
      await goOn.opened;
      under -= 1;
      runs += 1;
    };
    const nightly = { job: { name: 'test.nightly', cron: '10 0 1 1 *' }, run };
    await start(nightly);
    await until('the job to be under way', () => under === 1);
    await start(nightly);
    // The other worker takes the next job, but none of the same queue.
    await addJob('test.nightly');
    await until('a job beside the queue', () => under === 2);
    goOn.open();
    await until('all to be done', () => runs === 3);
    expect(most).toBe(2);
  });

  it('are retried after a failure, and the log does not contain the message of the error', async () => {
    await start({ job: { name: 'test.fail' }, run: () => Promise.reject(new Error('words-of-a-person')) });
    await addJob('test.fail');
    const attempts = await until('a failed attempt', async () => {
      const { rows } = await harness.current.ctx.db.pool.query<{ attempts: number; again: boolean }>(
        "select attempts, run_at > now() as again from graphile_worker.jobs where last_error is not null and task_identifier = 'test.fail'",
      );
      return rows[0];
    });
    expect(attempts).toEqual({ attempts: 1, again: true });
    const lines = harness.current.logLines.filter((line) => line.includes('jobs.engine'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ task: 'test.fail', err: { type: 'Error' } }]);
    expect(lines.join('')).not.toContain('words-of-a-person');
  });

  it('report when each last succeeded and how often it failed since, whichever process ran it', async () => {
    const { ctx } = harness.current;
    let broken = true;
    const run = async () => {
      if (broken) throw new Error('not yet');
    };
    const jobs = ['test.measured', 'test.waiting'];
    const gauges = async () => {
      await measureJobs(ctx, jobs);
      const { jobLastSuccess, jobAge, jobFailures } = ctx.metrics;
      const all = await Promise.all([jobLastSuccess, jobAge, jobFailures].map((gauge) => gauge.get()));
      return jobs.map((job) => all.map(({ values }) => values.find(({ labels }) => labels.job === job)?.value));
    };
    await ctx.db.pool.query(
      "insert into platform.job_runs (job, known_since) values ('test.waiting', now() - interval '1 day')",
    );
    await start({ job: { name: 'test.measured', cron: '10 0 1 1 *' }, run });
    await until('a failure', async () => (await gauges())[0]?.[2] === 1);
    const [[never], [, age]] = (await gauges()) as [number[], number[]];
    expect(never).toBe(0);
    expect(age).toBeGreaterThanOrEqual(86_400);
    broken = false;
    await addJob('test.measured');
    const success = await until('a success', async () => {
      const [measured] = await gauges();
      return measured?.[2] === 0 && measured[0];
    });
    expect(Math.abs(success - Date.now() / 1000)).toBeLessThan(60);
  });

  it('whose start fails halfway are not left running', async () => {
    const seen: string[] = [];
    const noting = (start: string): JobBinding[] => [
      { job: { name: 'test.note' }, run: async () => void seen.push(start) },
      { job: { name: 'test.calendar', cron: '10 0 * * *' }, run: async () => undefined },
    ];
    // The first job's insert fails, as if the database had become unavailable after the engine's start.
    await harness.current.owner.pool.query(`create function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '57P01'; end $$;
      create trigger refuse before insert on graphile_worker._private_jobs execute function public.refuse()`);
    await expect(runScheduledJobs(noting('by half'), harness.current.ctx)).rejects.toMatchObject({ code: '57P01' });
    await harness.current.owner.pool.query('drop function public.refuse() cascade');
    await start(...noting('whole'));
    for (let job = 0; job < 40; job += 1) await addJob('test.note');
    await until('all to be run', () => seen.length === 40);
    expect(new Set(seen)).toEqual(new Set(['whole']));
  });
});

describe('an engine that ends by itself', () => {
  it('is started again, whoever made it end, and stops like any other', async () => {
    const { ctx, apiDb } = harness.current;
    let runs = 0;
    const job: JobBinding = { job: { name: 'test.again', cron: '10 0 * * *' }, run: async () => void (runs += 1) };
    const clock: ClockWatch = { isInSync: () => true, compared: Promise.resolve(), stop: async () => undefined };
    const schedule = runOnTime(clock, () => runScheduledJobs([job], ctx), ctx);
    await until('the first run', () => runs === 1);
    // Any role may say so.
    await apiDb.pool.query(`select pg_notify('worker:migrate', '{"migrationNumber":999999,"breaking":true}')`);
    await until('a run of the engine that was started again', () => runs === 2);
    await apiDb.pool.query(`select pg_notify('worker:migrate', '{"migrationNumber":999999,"breaking":true}')`);
    await until('the engine to end again', () => process.exitCode === 57);
    await schedule.stop();
    expect(process.exitCode).toBeUndefined();
  });
});

describe('jobs of dead workers', () => {
  it('stay with a worker that sends heartbeats, and are released after 15 seconds without one', async () => {
    const { db } = harness.current.ctx;
    await addJob('test.held');
    await db.pool.query(
      "update graphile_worker._private_jobs set locked_by = 'worker-gone', locked_at = now(), attempts = 1",
    );
    await beatAndFree(db, ['worker-gone']);
    await db.pool.query("update platform.job_workers set beat_at = now() - interval '5 seconds'");
    expect(await beatAndFree(db, [])).toBe(0);
    expect(await lockedBy('test.held')).toBe('worker-gone');
    await db.pool.query("update platform.job_workers set beat_at = now() - interval '16 seconds'");
    expect(await beatAndFree(db, ['worker-here'])).toBe(1);
    expect(await lockedBy('test.held')).toBeNull();
    expect(await beatAndFree(db, ['worker-here'])).toBe(0);
  });

  it('reach another worker within 30 seconds of a SIGKILL', async () => {
    await addJob('test.hang');
    const child = await startHangingWorker();
    let runs = 0;
    await start({
      job: { name: 'test.hang' },
      run: async () => {
        runs += 1;
      },
    });
    expect(await lockedBy('test.hang')).toEqual(expect.any(String));
    const killedAt = performance.now();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    await until('the job in another worker', () => runs === 1);
    // By day the machine has other tests beside this one; graphile-worker alone would wait for hours.
    expect(performance.now() - killedAt).toBeLessThan(isNightly ? 30_000 : 60_000);
    await until('the job to be done', async () => (await lockedBy('test.hang')) === undefined);
    expect(runs).toBe(1);
  });
});
