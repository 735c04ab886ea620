import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { gate } from '#test/until';
import { untilBlocked } from '#test/database/use-database';
import { closeConsultations } from '../lifecycle/close-consultations.ts';
import { givenQueued, startQueueDay, type Caller } from '../testing.ts';

const harness = useHarness();
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

/** Ends the lease of a consultation, and blocks everybody who needs its row until the test lets go. */
function holdBack(id: string) {
  const [locked, goOn] = [gate(), gate()];
  const done = transact(harness.current.ctx, async (tx) => {
    const text = 'update consultations.consultations set lease_staff_id = null, lease_until = null where id = $1';
    await tx.db.many({ text, values: [id] });
    locked.open();
    await goOn.opened;
  });
  return { locked: locked.opened, goOn: () => (goOn.open(), done) };
}

describe('next', () => {
  it('for a caller with two leases and a sweep that closes both do not deadlock', async () => {
    const { ctx } = harness.current;
    const [first = '', second = ''] = await givenQueued(harness.current, {}, {});
    // Leased in the reverse order of creation.
    for (const id of [second, first]) {
      expect((await caller.act('claim', id)).status).toBe(200);
      harness.current.clock.advance(1);
    }
    // Written last, so that the table too has them in order of creation.
    expect((await caller.act('heartbeat', second)).status).toBe(200);
    const other = holdBack(second);
    await other.locked;
    const next = caller.next();
    await untilBlocked(ctx.db, 1);
    const closed = transact(ctx, async (tx) => closeConsultations(tx, [first, second]));
    await untilBlocked(ctx.db, 2);
    await other.goOn();
    await Promise.all([next, closed]);
  });

  it('pressed by one caller several times at once gives one consultation', async () => {
    const ids = await givenQueued(harness.current, {}, {}, {}, {}, {});
    for (let round = 0; round < 5; round += 1) {
      const given = await Promise.all(ids.map(() => caller.next()));
      const [shown, ...others] = new Set(given.map(({ consultation }) => consultation?.id));
      expect([ids.includes(shown ?? ''), others]).toEqual([true, []]);
      await caller.act('calls', shown ?? '', { outcome: 'no_answer' });
    }
  });
});
