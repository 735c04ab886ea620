import { afterEach, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { gate, until } from '#test/until';
import type { Loop } from './claimed-rows.ts';
import { runSweep, sweepOnce, type Sweep } from './sweeper.ts';

const harness = useHarness();
const loops: Loop[] = [];

afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});

function start(sweep: Sweep): Loop {
  const { log, metrics } = harness.current.ctx;
  const loop = runSweep(sweep, { log, metrics });
  loops.push(loop);
  return loop;
}

/** Longer than any test takes: a second run within it did not wait. */
const never = 3_600_000;

async function failures(name: string): Promise<number> {
  const { values } = await harness.current.ctx.metrics.loopFailures.get();
  return values.find(({ labels }) => labels.loop === name)?.value ?? 0;
}

describe('a sweep', () => {
  it('a sweep continues immediately while its batches are full, and then waits for its interval', async () => {
    const { pool } = harness.current.ctx.db;
    const { owner } = harness.current;
    await owner.pool.query('create table test_sweep as select n from generate_series(1, 1300) as n');
    await owner.pool.query('grant all on test_sweep to makewhole_worker');
    const turns: number[] = [];
    start({
      name: 'test.full',
      everyMs: never,
      run: async (limit) => {
        const { rowCount } = await pool.query(
          'delete from test_sweep where n = any(array(select n from test_sweep limit $1))',
          [limit],
        );
        turns.push(rowCount ?? 0);
        return rowCount ?? 0;
      },
    });
    await until('three turns', () => turns.length === 3);
    expect(turns).toEqual([500, 500, 300]);
    expect((await pool.query('select from test_sweep')).rowCount).toBe(0);
  });

  it('a sweep runs again after its interval', async () => {
    let turns = 0;
    start({
      name: 'test.interval',
      everyMs: 5,
      run: async () => {
        turns += 1;
        return 0;
      },
    });
    expect(await until('several turns', () => turns >= 3)).toBe(true);
  });

  it('a sweep survives a failed run, and counts and logs it without its message', async () => {
    let turns = 0;
    start({
      name: 'test.failing',
      everyMs: 5,
      run: async () => {
        turns += 1;
        await harness.current.ctx.db.pool.query("select 'words-of-a-person'::integer");
        return 0;
      },
    });
    await until('several turns', () => turns >= 3);
    expect(await failures('test.failing')).toBeGreaterThanOrEqual(2);
    const lines = harness.current.logLines.filter((line) => line.includes('jobs.sweep-failed'));
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ sweep: 'test.failing', err: { code: '22P02' } });
    expect(lines.join('')).not.toContain('words-of-a-person');
  });

  it('a sweep finishes its current run when it is stopped, and starts no other', async () => {
    const hold = gate();
    let begun = 0;
    let ended = 0;
    const loop = start({
      name: 'test.stop',
      everyMs: 1,
      run: async (limit) => {
        begun += 1;
        await hold.opened;
        ended += 1;
        return limit;
      },
    });
    await until('a turn begun', () => begun === 1);
    let stopped = false;
    const stopping = loop.stop().finally(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    hold.open();
    await stopping;
    expect([begun, ended]).toEqual([1, 1]);
  });

  it('a waiting sweep stops immediately', async () => {
    const loop = start({ name: 'test.waiting', everyMs: never, run: async () => 0 });
    await expect(loop.stop()).resolves.toBeUndefined();
  });

  it('a sweep reports how much one run did, and that a failed one did nothing', async () => {
    const deps = { log: harness.current.ctx.log, metrics: harness.current.ctx.metrics };
    expect(await sweepOnce({ name: 'test.once', run: async () => 7 }, deps)).toBe(7);
    const failing = { name: 'test.once', run: () => Promise.reject(new Error('a defect')) };
    expect(await sweepOnce(failing, deps)).toBe(0);
    expect(await failures('test.once')).toBe(1);
  });
});
