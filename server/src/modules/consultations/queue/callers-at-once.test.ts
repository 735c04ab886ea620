import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import type { NextCall } from './schemas.ts';
import { emptyQueue, givenCaller, givenQueued, moveToWeekday, queuePhone } from '../testing.ts';
import { leaseS } from '../rules.ts';

const harness = useHarness();
const callers = 20;
const waiting = runs({ always: 200, nightly: 1000 });

describe('twenty callers who ask for the next case at the same time', () => {
  it('with hundreds queued, no consultation goes to two callers, no number is called twice, and every number is called', async () => {
    moveToWeekday(harness.current);
    // Every tenth consultation has the same number as the previous one.
    const phones: string[] = [];
    for (let index = 0; index < waiting; index += 1) {
      phones.push(index % 10 === 9 ? (phones[index - 1] ?? '') : queuePhone());
    }
    const ids = await givenQueued(
      harness.current,
      ...phones.map((phone, index) => ({ contact: { phone, state: 'NY' }, priority: index % 50 === 0 })),
    );
    const team = await Promise.all(Array.from({ length: callers }, () => givenCaller(harness.current)));
    const shown: { id: string; phone: string; by: string }[] = [];
    await Promise.all(
      team.map(async (caller) => {
        for (;;) {
          const { consultation, phone } = await caller.next();
          if (consultation === null) return;
          shown.push({ id: consultation.id, phone: phone ?? '', by: caller.staffId });
          const { status } = await caller.act('calls', consultation.id, { outcome: 'no_answer' });
          expect(status).toBe(200);
        }
      }),
    );
    const distinct = new Set(phones).size;
    expect(shown).toHaveLength(distinct);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(distinct);
    expect(new Set(shown.map(({ phone }) => phone)).size).toBe(distinct);
    expect(new Set(shown.map(({ by }) => by)).size).toBe(callers);
    expect(ids).toEqual(expect.arrayContaining(shown.map(({ id }) => id)));
    // Priority comes first, apart from those that were leased at the same moment.
    const priority = new Set(ids.filter((_, index) => index % 50 === 0));
    expect(shown.slice(0, 40).filter(({ id }) => priority.has(id)).length).toBe(priority.size);
    const { rows } = await harness.current.ctx.db.pool.query(
      `select count(*)::int as rows, count(distinct subject_id)::int as subjects from audit.entries
       where operation = 'consultations.claim-next' and subject_id is not null`,
    );
    expect(rows).toEqual([{ rows: distinct, subjects: distinct }]);
  }, 180_000);

  it('callers who all crash with a lease leave no consultation behind', async () => {
    await emptyQueue(harness.current);
    const ids = await givenQueued(harness.current, ...Array.from({ length: callers }, () => ({})));
    const team = await Promise.all(Array.from({ length: callers * 2 }, () => givenCaller(harness.current)));
    const press = (from: number) => Promise.all(team.slice(from, from + callers).map((caller) => caller.next()));
    const idsOf = (given: NextCall[]) => given.map(({ consultation }) => consultation?.id).toSorted();
    expect(idsOf(await press(0))).toEqual(ids.toSorted());
    expect((await press(callers)).every(({ none }) => none)).toBe(true);
    harness.current.clock.advance(leaseS);
    expect(idsOf(await press(callers))).toEqual(ids.toSorted());
  });

  it('one of twenty callers gets a number that twenty consultations share', async () => {
    await emptyQueue(harness.current);
    const team = await Promise.all(Array.from({ length: callers }, () => givenCaller(harness.current)));
    // Many rounds, because the locks of the losing callers must never lead to a deadlock. A number may be offered
    // only so often a day, so each round has its own.
    for (let round = 0; round < 20; round += 1) {
      const contact = { phone: queuePhone(), state: 'NY' };
      await givenQueued(harness.current, ...Array.from({ length: callers }, () => ({ contact })));
      const given = await Promise.all(team.map((caller) => caller.next()));
      expect(given.filter(({ none }) => !none)).toHaveLength(1);
      await emptyQueue(harness.current);
    }
  });
});
