import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileCache } from '#test/processes/compile-cache';
import { transact } from '#platform/db';
import { maintainPartitions } from '#modules/webhooks';
import { givenIntake, minimalIntake, type CreatedReceipt } from '#testing/intakes';
import { ownerUrl, urlFor } from '#test/database/databases';
import { useHarness } from '#test/harness';
import { freePort, startProcess, watchProcess } from '#test/processes/processes';
import { until } from '#test/until';

const harness = useHarness();
const day = 86_400_000;

beforeAll(async () => {
  const { clock, ctx } = harness.current;
  // Real processes run in real time, and so must the test data.
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  await maintainPartitions(ctx);
});

const preload = fileURLToPath(new URL('../../test/processes/shifted-clock.ts', import.meta.url));

const settings = () => ({
  DATABASE_URL: harness.current.config.databaseUrl.reveal(),
  DATA_KEY: 'a key for tests only with 32 characters or more',
  METRICS_PORT: '0',
});

const startWorker = (shiftMs = 0) =>
  startProcess('worker', { ...settings(), NODE_OPTIONS: `--import ${preload}`, CLOCK_SHIFT_MS: String(shiftMs) });

const statusOf = async ({ intake_id: id }: CreatedReceipt): Promise<string | undefined> => {
  const text = 'select status from intakes.intakes where id = $1';
  return (await harness.current.ctx.db.find<{ status: string }>({ text, values: [id] }))?.status;
};

const rowsOf = async (table: string): Promise<number> =>
  (await harness.current.ctx.db.pool.query(`select from ${table}`)).rows.length;

const days = async (): Promise<string[]> => {
  const text = `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events.events'::regclass order by 1`;
  return (await harness.current.ctx.db.many<{ name: string }>({ text, values: [] })).map(({ name }) => name);
};

/** An overdue intake, which a sweep would expire. */
async function givenOverdue(): Promise<CreatedReceipt> {
  const receipt = await givenIntake(harness.current);
  await transact(harness.current.ctx, (tx) =>
    tx.db.many({
      text: `update intakes.intakes set expires_at = now() - interval '1 hour' where id = $1`,
      values: [receipt.intake_id],
    }),
  );
  return receipt;
}

describe('a worker whose clock differs from the database’s', () => {
  it.each([60 * day, -60 * day, 6_000])(
    'a worker with a wrong clock logs it, ends nothing and drops nothing: %i ms',
    async (shiftMs) => {
      const open = await givenIntake(harness.current);
      const before = await days();
      const wrong = startWorker(shiftMs);
      await until('it to have started', () => wrong.stdout.includes('worker.started'));
      // Another worker, whose clock is right, ends overdue intakes; the wrong one had more time for it.
      const overdue = await givenOverdue();
      const right = startWorker();
      await until('the overdue intake to end', async () => (await statusOf(overdue)) === 'expired');
      await until('the scheduled job to run', () => right.stdout.includes('events.partitions-maintained'));
      expect(await statusOf(open)).not.toBe('expired');
      expect(await days()).toEqual(before);
      const line = wrong.stdout.split('\n').find((one) => one.includes('"event":"clock.skewed"'));
      expect(Math.abs(JSON.parse(line ?? '{}').skewMs - shiftMs)).toBeLessThan(2000);
      expect(right.stdout).not.toContain('clock.skewed');
      for (const process of [wrong, right]) {
        process.signal('SIGTERM');
        expect((await process.exited).code).toBe(0);
      }
    },
  );
});

describe('an API whose clock differs from the database’s', () => {
  it('an API with a wrong clock reports the clock as missing, and accepts no request', async () => {
    const port = await freePort();
    const env = { NODE_OPTIONS: `--import ${preload}`, CLOCK_SHIFT_MS: String(-2 * 3_600_000), PORT: String(port) };
    const api = startProcess('api', { ...settings(), ...env });
    await until('it to have compared its clock', () => api.stdout.includes('clock.skewed'));
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { ok: false, missing: ['clock'] }]);
    const before = await rowsOf('intakes.intakes');
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(minimalIntake()),
    };
    const refused = await fetch(`http://127.0.0.1:${port}/api/agent/v1/intakes`, init);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await rowsOf('intakes.intakes')).toBe(before);
  });
});

describe('a command on a machine whose clock differs from the database’s', () => {
  const run = async (command: string, shiftMs: number, ...words: string[]) => {
    const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
    const { databaseUrl } = harness.current.config;
    const url = command === 'migrate' ? ownerUrl(databaseUrl) : urlFor(databaseUrl, 'cli');
    const env = { ...compileCache, ...settings(), DATABASE_URL: url.reveal(), CLOCK_SHIFT_MS: String(shiftMs) };
    const child = watchProcess(spawn(process.execPath, ['--import', preload, cli, command, ...words], { env }));
    return { code: (await child.exited).code, said: child.stdout, warned: child.stderr };
  };

  it('a command with a wrong clock drops no days, and reports the reason', async () => {
    const before = await days();
    const migrated = await run('migrate', 60 * day);
    expect(migrated.code).toBe(1);
    expect(migrated.said).toMatch(/This machine's clock is 518\d{4}\.\d s ahead of the database: no log partitions/);
    expect(await days()).toEqual(before);
    expect((await run('doctor', -60_000)).said).toMatch(/^FAIL clock: \d+\.\d s behind the database/m);
    expect((await run('doctor', 0)).said).toMatch(/^ok {3}clock: in sync with the database$/m);
    expect((await run('migrate', 0)).code).toBe(0);
  });

  it('a command with a wrong clock writes nothing', async () => {
    const words = ['create', '--email', 'shifted@example.com', '--name', 'Shifted'];
    const refused = await run('staff', 2 * 3_600_000, ...words);
    expect(refused.warned).toMatch(/^This machine's clock is 7\d{3}\.\d s ahead of the database: nothing was done\./);
    expect([refused.code, await rowsOf('staff.members')]).toEqual([1, 0]);
  });
});
