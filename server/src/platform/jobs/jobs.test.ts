import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { eventJobs } from '#mount/webhooks/events-workers';
import { transact } from '#platform/db';
import { urlFor } from '#test/database/databases';
import { useHarness } from '#test/harness';
import { gate, until } from '#test/until';
import type { Loop } from './claimed-rows.ts';
import { measureJobs, runJobs, type Job } from './jobs.ts';

const harness = useHarness();
const loops: Loop[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await harness.current.owner.pool.query('truncate pgboss.job, pgboss.schedule');
});

const yearly = '10 0 1 1 *';

async function start(...jobs: Job[]): Promise<void> {
  loops.push(await runJobs(jobs, harness.current.ctx));
}

/** Adds a job as `platform.add_job` does. */
const addJob = (name: string) =>
  harness.current.owner.pool.query(
    `insert into pgboss.job (name, data, retry_limit, retry_delay, heartbeat_seconds)
     values ('jobs', jsonb_build_object('job', $1::text), 100, 2, 10)`,
    [name],
  );

async function statesOf(name: string): Promise<string[]> {
  const { rows } = await harness.current.owner.pool.query<{ state: string }>(
    `select state from pgboss.job where name = 'jobs' and data ->> 'job' = $1 order by created_on`,
    [name],
  );
  return rows.map(({ state }) => state);
}

const areDone = async (name: string) => (await statesOf(name)).every((state) => state === 'completed');

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
  await until('the other process to hold the job', () => said.has('holding'));
  return child;
}

describe('a job', () => {
  it('a job runs when a worker starts, and repeats while its batches are full', async () => {
    const handled = [500, 500, 300];
    const limits: number[] = [];
    const run = async (limit: number) => {
      limits.push(limit);
      return handled.shift() ?? 0;
    };
    await start({ name: 'test.full', cron: yearly, run });
    await until('the job to be done', async () => limits.length > 0 && areDone('test.full'));
    expect(limits).toEqual([500, 500, 500]);
  });

  it('a job does the work bound to it: the partition job creates partitions', async () => {
    await start(...eventJobs(harness.current.ctx));
    const made = await until('a partition', async () => {
      const { rows } = await harness.current.ctx.db.pool.query<{ table: string | null }>(
        "select to_regclass('events.events_20261115')::text as table",
      );
      return rows[0]?.table;
    });
    expect(made).toBe('events.events_20261115');
    const { rows } = await harness.current.owner.pool.query('select key, cron from pgboss.schedule order by key');
    expect(rows).toEqual([
      { key: 'events.check-seals', cron: '40 2 * * *' },
      { key: 'events.maintain-partitions', cron: '10 0 * * *' },
      { key: 'events.make-seals', cron: '20 * * * *' },
    ]);
  });

  it('a job occupies one fetcher however often it is added, and runs again for those added meanwhile', async () => {
    const goOn = gate();
    let [long, quick] = [0, 0];
    const runLong = async () => {
      long += 1;
      await goOn.opened;
      return 0;
    };
    const runQuick = async () => {
      quick += 1;
      return 0;
    };
    await start({ name: 'test.long', cron: yearly, run: runLong }, { name: 'test.quick', cron: yearly, run: runQuick });
    await until('both to run', () => long === 1 && quick === 1);
    // One at a time, so that each is fetched separately. There are three fetchers.
    for (let asked = 1; asked <= 3; asked += 1) {
      await addJob('test.long');
      await until('the job to be taken', async () => !(await statesOf('test.long')).includes('created'));
    }
    await addJob('test.quick');
    await until('the quick job to run beside the long one', () => quick === 2);
    expect(long).toBe(1);
    goOn.open();
    await until('the long job to run again', () => long === 2);
    await until('all to be done', () => areDone('test.long'));
  });

  it('a job waits once, however many workers start, and those that wait together are one run', async () => {
    const goOn = gate();
    let runs = 0;
    const run = async () => {
      runs += 1;
      await goOn.opened;
      return 0;
    };
    const nightly = { name: 'test.nightly', cron: yearly, run };
    await start(nightly);
    await until('the job to be under way', () => runs === 1);
    await start(nightly);
    await until('the job of the second start to be under way', () => runs === 2);
    for (let more = 0; more < 3; more += 1) {
      await harness.current.owner.pool.query(
        `insert into pgboss.job (name, data, singleton_key, policy)
         values ('jobs', '{"job": "test.nightly"}', 'test.nightly', 'short') on conflict do nothing`,
      );
    }
    goOn.open();
    await until('all to be done', () => areDone('test.nightly'));
    expect([runs >= 3, (await statesOf('test.nightly')).length <= 5]).toEqual([true, true]);
  });

  it("a job is retried after a failure, which is counted, and neither the log nor the queue contains the error's message", async () => {
    const { ctx, owner, logLines } = harness.current;
    let broken = true;
    const run = async () => {
      if (broken) await ctx.db.pool.query("select 'words-of-a-person'::integer");
      return 0;
    };
    const job = { name: 'test.measured', cron: yearly, run };
    const gauges = async () => {
      await measureJobs(ctx, [job]);
      const { jobLastSuccess, jobAge, jobFailures } = ctx.metrics;
      const all = await Promise.all([jobLastSuccess, jobAge, jobFailures].map((gauge) => gauge.get()));
      return all.map(({ values }) => values.find(({ labels }) => labels.job === job.name)?.value);
    };
    await start(job);
    await owner.pool.query("update pgboss.schedule set created_on = now() - interval '1 day'");
    await until('a second failure', async () => Number((await gauges())[2]) >= 2);
    const [never, age] = (await gauges()) as number[];
    expect([never, age! >= 86_400]).toEqual([0, true]);
    const { rows } = await owner.pool.query('select output from pgboss.job');
    const lines = logLines.filter((line) => line.includes('jobs.sweep-failed'));
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ sweep: 'test.measured', err: { code: '22P02' } });
    expect(lines.join('') + JSON.stringify(rows)).not.toContain('words-of-a-person');
    broken = false;
    const success = await until('a success', async () => {
      const [at, , failures] = await gauges();
      return failures === 0 && at;
    });
    expect(Math.abs(Number(success) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('a job does not exist when the transaction that added it is rolled back', async () => {
    const { ctx, owner } = harness.current;
    const text = `insert into sandbox.resets (institution_id, id, asked_by, asked_at, found) values ($1, $1, 'usr', now(), '{}')`;
    const ask = (id: string, fails: boolean) =>
      transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
        tx.db.write({ text, values: [id] });
        if (fails) throw new Error('rolled back');
      });
    await expect(ask('inst_a', true)).rejects.toThrow('rolled back');
    expect(await statesOf('sandbox.continue-resets')).toEqual([]);
    await ask('inst_a', false);
    expect(await statesOf('sandbox.continue-resets')).toEqual(['created']);
    await owner.pool.query('truncate sandbox.resets');
  });

  it('a job runner that fails during its start is not left running', async () => {
    const { owner, ctx } = harness.current;
    const seen: string[] = [];
    const noting = (name: string): Job[] => [{ name: 'test.note', cron: yearly, run: async () => seen.push(name) }];
    await owner.pool.query(`create function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '57P01'; end $$;
      create trigger refuse before insert on pgboss.schedule execute function public.refuse()`);
    await expect(runJobs(noting('by half'), ctx)).rejects.toMatchObject({ code: '57P01' });
    await owner.pool.query('drop function public.refuse() cascade');
    await start(...noting('whole'));
    await until('a run', () => seen.length > 0);
    expect(seen).toEqual(['whole']);
  });
});

describe('the job of a worker that is killed', () => {
  it('the job of a killed worker is done by another within 60 seconds, once', async () => {
    await addJob('test.hang');
    const child = await startHangingWorker();
    let runs = 0;
    const killedAt = performance.now();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await start({ name: 'test.hang', cron: yearly, run: async () => (runs += 1) });
    await until('the job in another worker', () => areDone('test.hang'), 60_000);
    expect(performance.now() - killedAt).toBeLessThan(60_000);
    expect(runs).toBeGreaterThanOrEqual(1);
  });
});
