import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { gate, until, type Gate } from '#test/until';
import {
  endLeases,
  fillWorkTable,
  makeWorkTable,
  workStates,
  workTable,
  type WorkRow,
} from '#test/database/work-table';
import { runClaimedRows, type ClaimedRows, type Loop } from './claimed-rows.ts';

const harness = useHarness();
const loops: Loop[] = [];
const gates: Gate[] = [];

beforeAll(() => makeWorkTable(harness.current.owner));
afterEach(async () => {
  for (const { open } of gates.splice(0)) open();
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});

function start(work: ClaimedRows<WorkRow, 'done'>, worker = 'worker-a'): Loop {
  const { log, metrics } = harness.current.ctx;
  const loop = runClaimedRows(work, { worker, log, metrics });
  loops.push(loop);
  return loop;
}

/** A gate that is opened even when a test fails. */
function newGate(): Gate {
  const made = gate();
  gates.push(made);
  return made;
}

const states = () => workStates(harness.current.ctx.db);
const allDone = () => until('every row done', async () => (await states()).every((row) => row.state === 'done'));

async function metric(name: 'workReaped' | 'loopFailures' | 'workFinished' | 'workInFlight', label: string) {
  const { values } = await harness.current.ctx.metrics[name].get();
  return values.find(({ labels }) => Object.values(labels).includes(label))?.value ?? 0;
}

describe('the loop over claimed rows', () => {
  it('the loop claims at most twice its concurrency and runs no more than its concurrency in parallel', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 20);
    const hold = newGate();
    let running = 0;
    let most = 0;
    const run = async () => {
      most = Math.max(most, (running += 1));
      await hold.opened;
      running -= 1;
      return 'done' as const;
    };
    start(workTable(db, { concurrency: 3, run }));
    await until('three rows running', () => running === 3);
    const claimed = (await states()).filter((row) => row.state === 'claimed');
    expect(claimed.map((row) => row.claimed_by)).toEqual(Array.from({ length: 6 }, () => 'worker-a'));
    expect(await metric('workInFlight', 'test.work')).toBe(3);
    hold.open();
    await allDone();
    expect(most).toBe(3);
    expect((await states()).every((row) => row.attempt === 1 && row.done === 1)).toBe(true);
  });

  it('the loop writes outcomes that arrive during a batch as one next batch', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 60);
    const hold = newGate();
    const batches: number[] = [];
    let ran = 0;
    const table = workTable(db);
    start({
      ...table,
      concurrency: 10,
      run: async () => {
        ran += 1;
        return 'done';
      },
      finish: async (worker, results) => {
        batches.push(results.length);
        await hold.opened;
        await table.finish(worker, results);
      },
    });
    await until('all rows run while the first batch is held', () => ran === 60);
    hold.open();
    await allDone();
    expect(batches).toHaveLength(2);
    expect(batches.reduce((sum, size) => sum + size)).toBe(60);
  });

  it("the loop returns a dead worker's rows to the queue, and leaves valid leases alone", async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 6);
    const reapedBefore = await metric('workReaped', 'test.work');
    await workTable(db).claim('worker-dead', 4);
    await endLeases(db, 'test_work');
    await workTable(db).claim('worker-living', 2);
    start(workTable(db));
    await until('the abandoned rows done', async () => (await states()).filter((row) => row.done === 1).length === 4);
    const left = (await states()).filter((row) => row.state !== 'done');
    expect(left.map((row) => [row.id, row.state, row.claimed_by])).toEqual([
      [5, 'claimed', 'worker-living'],
      [6, 'claimed', 'worker-living'],
    ]);
    expect((await metric('workReaped', 'test.work')) - reapedBefore).toBe(4);
  });

  it('the loop ignores the outcome of a run whose lease ended before it', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 1);
    const hold = newGate();
    const finished: string[] = [];
    const watched = (name: string, run: ClaimedRows<WorkRow, 'done'>['run']) => {
      const table = workTable(db);
      const finish: typeof table.finish = async (worker, results) => {
        await table.finish(worker, results);
        finished.push(name);
      };
      return { ...table, run, finish };
    };
    let begun = 0;
    const slow = watched('slow', async () => {
      begun += 1;
      await hold.opened;
      return 'done';
    });
    const claimOnce: typeof slow.claim = async (worker, limit) => (begun === 0 ? slow.claim(worker, limit) : []);
    start({ ...slow, claim: claimOnce }, 'worker-slow');
    await until('the slow worker at work', () => begun === 1);

    const second = newGate();
    await endLeases(db, 'test_work');
    start(
      watched('quick', () => second.opened.then(() => 'done' as const)),
      'worker-quick',
    );
    await until('the row with the quick worker', async () => (await states())[0]?.claimed_by === 'worker-quick');

    hold.open();
    await until('the slow worker to write its outcome', () => finished.includes('slow'));
    expect((await states())[0]).toMatchObject({ state: 'claimed', claimed_by: 'worker-quick', attempt: 2, done: 0 });
    second.open();
    await allDone();
    expect((await states())[0]).toMatchObject({ attempt: 2, done: 1 });
  });
});

describe('stopping the loop', () => {
  it('a stopping loop releases rows that have not started, unchanged, and finishes those that run', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 9);
    const hold = newGate();
    const begun: number[] = [];
    const loop = start(
      workTable(db, {
        concurrency: 2,
        run: async (row) => {
          begun.push(row.id);
          await hold.opened;
          return 'done';
        },
      }),
    );
    await until('two of four claimed rows running', async () => {
      return begun.length === 2 && (await states()).filter((row) => row.state === 'claimed').length === 4;
    });
    let stopped = false;
    const stopping = loop.stop().finally(() => {
      stopped = true;
    });
    await until('the rows not begun given back', async () => {
      return (await states()).filter((row) => row.state === 'waiting').length === 7;
    });
    expect(stopped).toBe(false);
    hold.open();
    await stopping;
    expect(begun).toHaveLength(2);
    for (const row of await states()) {
      expect(row).toMatchObject(
        begun.includes(row.id)
          ? { state: 'done', attempt: 1, done: 1 }
          : { state: 'waiting', attempt: 0, claimed_by: null },
      );
    }
  });

  it('a stopping loop releases rows whose claim arrives after the stop', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 3);
    const hold = newGate();
    const table = workTable(db);
    let asked = false;
    const loop = start({
      ...table,
      claim: async (worker, limit) => {
        const rows = await table.claim(worker, limit);
        asked = true;
        await hold.opened;
        return rows;
      },
    });
    await until('a claim under way', () => asked);
    const stopping = loop.stop();
    hold.open();
    await stopping;
    expect((await states()).map((row) => [row.state, row.attempt])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
      ['waiting', 0],
    ]);
  });
});

describe('a failing step', () => {
  it('a row whose outcome could not be written is left to the reaper', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 1);
    const table = workTable(db);
    let broken = true;
    const finish: typeof table.finish = async (worker, results) => {
      if (broken) await db.pool.query('select from a_table_that_is_not_there');
      await table.finish(worker, results);
    };
    const failuresBefore = await metric('loopFailures', 'test.work.finish');
    start({ ...table, finish });
    await until('a failed finish', async () => (await metric('loopFailures', 'test.work.finish')) > failuresBefore);
    expect((await states()).map((row) => row.state)).toEqual(['claimed']);
    broken = false;
    await endLeases(db, 'test_work');
    await allDone();
    expect((await states())[0]).toMatchObject({ attempt: 2, done: 1 });
  });

  it('a row whose run threw is left to the reaper, and the others continue', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 5);
    let thrown = 0;
    start(
      workTable(db, {
        run: async (row) => {
          if (row.id === 2 && row.attempt === 1) {
            thrown += 1;
            throw new Error('a defect');
          }
          return 'done';
        },
      }),
    );
    await until('four rows done', async () => (await states()).filter((row) => row.state === 'done').length === 4);
    expect((await states())[1]).toMatchObject({ state: 'claimed', attempt: 1 });
    await endLeases(db, 'test_work');
    await allDone();
    expect([thrown, (await states())[1]?.attempt]).toEqual([1, 2]);
  });

  it('the loop claims again after a failed claim', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 1);
    await harness.current.owner.pool.query('alter table test_work rename to test_work_away');
    const failuresBefore = await metric('loopFailures', 'test.work.claim');
    start(workTable(db));
    await until('a failed claim', async () => (await metric('loopFailures', 'test.work.claim')) > failuresBefore);
    await harness.current.owner.pool.query('alter table test_work_away rename to test_work');
    await allDone();
    expect((await states())[0]).toMatchObject({ attempt: 1, done: 1 });
  });
});
