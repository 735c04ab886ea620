import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { gate, until, type Gate } from '#test/until';
import { fillWorkTable, makeWorkTable, workStates, workTable, type WorkRow } from '#test/database/work-table';
import { runClaimedRows, type ClaimedRows, type Loop } from './claimed-rows.ts';

const harness = useHarness();
const loops: Loop[] = [];
const gates: Gate[] = [];

beforeAll(() => makeWorkTable(harness.current.ctx.db));
afterEach(async () => {
  for (const { open } of gates.splice(0)) open();
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});

function start(work: ClaimedRows<WorkRow, 'done'>): Loop {
  const { log, metrics } = harness.current.ctx;
  const loop = runClaimedRows(work, { worker: 'worker-a', log, metrics });
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

async function inFlight(): Promise<number> {
  const { values } = await harness.current.ctx.metrics.workInFlight.get();
  return values.find(({ labels }) => labels.queue === 'test.work')?.value ?? 0;
}

describe('rows in overtime', () => {
  it('free their slots for others, up to the allowed number', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 20);
    const hold = newGate();
    const begun: number[] = [];
    let reaps = 0;
    const run = async ({ id }: WorkRow) => {
      begun.push(id);
      if (id <= 3 || id > 10) await hold.opened;
      return 'done' as const;
    };
    const table = workTable(db, { concurrency: 2, ahead: 1, overtime: { afterMs: 30, most: 4 }, run });
    const reap = () => {
      reaps += 1;
      return table.reap();
    };
    start({ ...table, reap });
    // The first three hang; later rows are processed nevertheless, until four hang and both slots are taken.
    await until('six rows hanging', () => begun.length === 13);
    const reapsThen = reaps;
    await until('many times as long as a row has', () => reaps > reapsThen + 1);
    expect(begun).toHaveLength(13);
    expect((await states()).filter((row) => row.state === 'done').map((row) => row.id)).toEqual([4, 5, 6, 7, 8, 9, 10]);
    expect(await inFlight()).toBe(6);
    hold.open();
    await allDone();
    expect(await inFlight()).toBe(0);
  });

  it('are finished before the loop stops', async () => {
    const { db } = harness.current.ctx;
    await fillWorkTable(db, 1);
    const hold = newGate();
    let begun = false;
    const run = async () => {
      begun = true;
      await hold.opened;
      return 'done' as const;
    };
    const loop = start(workTable(db, { concurrency: 1, ahead: 1, overtime: { afterMs: 0, most: 1 }, run }));
    await until('the row running', () => begun);
    const stopping = loop.stop();
    hold.open();
    await stopping;
    expect((await states())[0]).toMatchObject({ state: 'done', done: 1 });
  });
});
