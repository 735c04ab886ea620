import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { fillWorkTable, makeWorkTable, workStates, workTable } from '#test/database/work-table';
import { runClaimedRows, type Loop } from './claimed-rows.ts';

const harness = useHarness();
const loops: Loop[] = [];

beforeAll(() => makeWorkTable(harness.current.owner));
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});

/** A loop whose first writes of outcomes fail with these errors, in order. */
function startFailing(failures: Error[]): { readonly runs: () => number } {
  const { db, log, metrics } = harness.current.ctx;
  const table = workTable(db);
  let runs = 0;
  loops.push(
    runClaimedRows(
      {
        ...table,
        run: async () => {
          runs += 1;
          return 'done' as const;
        },
        finish: async (worker, results) => {
          const failure = failures.shift();
          if (failure !== undefined) throw failure;
          await table.finish(worker, results);
        },
      },
      { worker: 'worker-a', log, metrics },
    ),
  );
  return { runs: () => runs };
}

const withCode = (code: string): Error => Object.assign(new Error('synthetic'), { code });

describe('while the database is unavailable', () => {
  it('outcomes stay in memory and are written later, so that nothing is executed twice', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 5);
    const away = ['ECONNREFUSED', '57P03', '08006', '25006', '53100'].map(withCode);
    const { runs } = startFailing([...away, new Error('Connection terminated unexpectedly')]);
    await until('every row done', async () => (await workStates(db)).every((row) => row.state === 'done'));
    expect(runs()).toBe(5);
    expect((await workStates(db)).every((row) => row.attempt === 1)).toBe(true);
  });

  it('a bug of ours does not count as an outage: the rows wait for the end of their lease', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 1);
    const failures = [withCode('22P02')];
    const { runs } = startFailing(failures);
    await until('the write failed', () => failures.length === 0 && runs() === 1);
    expect((await workStates(db)).map((row) => row.state)).toEqual(['claimed']);
  });

  it('nothing is reaped until a lease after the database returns, so that live workers can write their outcomes', async () => {
    const { db, log, metrics } = harness.current.ctx;
    await fillWorkTable(db, 0);
    const leaseMs = 300;
    const returns: number[] = [];
    const reaps: number[] = [];
    let failures = [withCode('57P03'), withCode('ECONNREFUSED')];
    const unlessAway = async <T>(answer: T): Promise<T> => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      if (returns.length < 2 && failures.length === 0) returns.push(performance.now());
      return answer;
    };
    const loop = runClaimedRows(
      {
        ...workTable(db),
        leaseMs,
        claim: () => unlessAway([]),
        measure: () => unlessAway({ due: 0, oldestDueS: 0 }),
        reap: async () => reaps.push(performance.now()),
      },
      { worker: 'worker-a', log, metrics },
    );
    loops.push(loop);
    const first = await until('it reaps', () => reaps[0]);
    expect(first - (returns[0] ?? 0)).toBeGreaterThanOrEqual(leaseMs);
    failures = [withCode('57P01')];
    const awayAt = await until('it is away again', () => failures.length === 0 && performance.now());
    const next = await until('it reaps again', () => reaps.find((at) => at > awayAt));
    expect(next - awayAt).toBeGreaterThanOrEqual(leaseMs);
  });
});
