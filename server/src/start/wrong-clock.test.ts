import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { transact } from '#platform/db';
import { keepPartitions } from '#modules/events';
import { runScheduledJobs } from '#platform/jobs';
import { givenIntake, type Opened } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { startProcess, watchProcess } from '#test/processes';
import { until } from '#test/until';

vi.setConfig({ testTimeout: 90_000 });

const harness = useHarness();
const day = 86_400_000;

beforeAll(async () => {
  const { clock, ctx } = harness.current;
  // Real processes have real time, and so must what they find.
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  await keepPartitions(ctx);
  await (await runScheduledJobs([{ job: keepPartitionsJob, run: async () => undefined }], ctx)).stop();
});

const keepPartitionsJob = { name: 'events.keep-partitions', cron: '10 0 * * *' };

const preload = fileURLToPath(new URL('../../test/shifted-clock.ts', import.meta.url));

const settings = () => ({
  DATABASE_URL: harness.current.config.databaseUrl.reveal(),
  DATA_KEY: 'a key for tests only with 32 characters or more',
  METRICS_PORT: '0',
});

const startWorker = (shiftMs = 0) =>
  startProcess('worker', { ...settings(), NODE_OPTIONS: `--import ${preload}`, CLOCK_SHIFT_MS: String(shiftMs) });

const statusOf = async ({ intake_id: id }: Opened): Promise<string | undefined> => {
  const text = 'select status from intakes.intakes where id = $1';
  return (await harness.current.ctx.db.find<{ status: string }>({ text, values: [id] }))?.status;
};

const days = async (): Promise<string[]> => {
  const text = `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events.events'::regclass order by 1`;
  return (await harness.current.ctx.db.many<{ name: string }>({ text, values: [] })).map(({ name }) => name);
};

const crontab = 'graphile_worker._private_known_crontabs';
const ofJob = `where identifier = '${keepPartitionsJob.name}'`;

/** The days of the log were last looked after two days ago, so whoever keeps the calendar has that to do. */
const forgetJob = (): Promise<unknown> =>
  harness.current.ctx.db.many({
    text: `update ${crontab} set known_since = now() - interval '9 days', last_execution = now() - interval '2 days' ${ofJob}`,
    values: [],
  });

/** For when the calendar last had that job. */
const lastJob = async (): Promise<number> => {
  const text = `select last_execution as at from ${crontab} ${ofJob}`;
  return (await harness.current.ctx.db.find<{ at: Date }>({ text, values: [] }))?.at.getTime() ?? 0;
};

/** An intake whose time is over, which whoever sweeps finds. */
async function givenOverdue(): Promise<Opened> {
  const opened = await givenIntake(harness.current);
  await transact(harness.current.ctx, (tx) =>
    tx.db.many({
      text: `update intakes.intakes set expires_at = now() - interval '1 hour' where id = $1`,
      values: [opened.intake_id],
    }),
  );
  return opened;
}

describe('a worker whose clock is not the database’s', () => {
  it.each([60 * day, -60 * day, 6_000])('says so, ends nothing and drops nothing: %i ms', async (shiftMs) => {
    const open = await givenIntake(harness.current);
    const before = await days();
    await forgetJob();
    const wrong = startWorker(shiftMs);
    await until('it to have started', () => wrong.stdout.includes('worker.started'), 30_000);
    // Another one, whose clock is right, finds what is due; the wrong one has had more time to.
    const overdue = await givenOverdue();
    const right = startWorker();
    await until('the overdue intake to end', async () => (await statusOf(overdue)) === 'expired', 30_000);
    await until('the calendar to be kept', () => right.stdout.includes('events.partitions-kept'), 30_000);
    expect(await statusOf(open)).not.toBe('expired');
    expect(await days()).toEqual(before);
    expect(await lastJob()).toBeLessThan(Date.now());
    const line = wrong.stdout.split('\n').find((one) => one.includes('"event":"clock.off"'));
    expect(Math.abs(JSON.parse(line ?? '{}').skewMs - shiftMs)).toBeLessThan(500);
    expect(right.stdout).not.toContain('clock.off');
    for (const process of [wrong, right]) {
      process.signal('SIGTERM');
      expect((await process.exited).code).toBe(0);
    }
  });
});

describe('a command on a machine whose clock is not the database’s', () => {
  const run = async (command: string, shiftMs: number) => {
    const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
    const env = { ...settings(), CLOCK_SHIFT_MS: String(shiftMs) };
    const child = watchProcess(spawn(process.execPath, ['--import', preload, cli, command], { env }));
    return { code: (await child.exited).code, said: child.stdout };
  };

  it('drops no days, and says what is wrong', async () => {
    const before = await days();
    const migrated = await run('migrate', 60 * day);
    expect(migrated.code).toBe(1);
    expect(migrated.said).toMatch(/The clock of this machine is 518\d{4}\.\d s ahead of the database: no days/);
    expect(await days()).toEqual(before);
    expect((await run('doctor', -60_000)).said).toMatch(/^FAIL clock: \d+\.\d s behind the database/m);
    expect((await run('doctor', 0)).said).toMatch(/^ok {3}clock: agrees with the database$/m);
    expect((await run('migrate', 0)).code).toBe(0);
  });
});
