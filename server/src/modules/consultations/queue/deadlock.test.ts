import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { gate } from '#test/until';
import { untilBlocked } from '#test/database/use-database';
import { closeConsultations } from '../lifecycle/lifecycle.ts';
import { phoneGuardS } from '../rules.ts';
import { givenQueued, queuePhone, startQueueDay, type Caller } from '../testing.ts';

const harness = useHarness();
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

/** Ends the lease of a consultation, and blocks transactions that need its row until the test releases it. */
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

/** Blocks transactions that need the number of a consultation until the test releases it. */
function holdNumber(id: string) {
  const [locked, goOn] = [gate(), gate()];
  const done = transact(harness.current.ctx, async (tx) => {
    const text = `select 1 from consultations.numbers n join consultations.consultations c on c.phone_hash = n.hash
      where c.id = $1 for update of n`;
    expect(await tx.db.many({ text, values: [id] })).toHaveLength(1);
    locked.open();
    await goOn.opened;
  });
  return { locked: locked.opened, goOn: () => (goOn.open(), done) };
}

describe('a claim and a call about the same case and number', () => {
  it.each(['claim', 'calls'])(
    'a claim and a call lock the case first and then the number, so they do not deadlock, whichever is first (%s)',
    async (first) => {
      const contact = { phone: queuePhone(), state: 'NY' };
      const [id = '', other = ''] = await givenQueued(harness.current, { contact }, { contact });
      await caller.act('calls', other, { outcome: 'no_answer' });
      harness.current.clock.advance(phoneGuardS);
      const number = holdNumber(id);
      await number.locked;
      const body = { outcome: 'no_answer' };
      const press = (what: string) => (what === 'claim' ? caller.act('claim', id) : caller.act('calls', id, body));
      const one = press(first);
      await untilBlocked(harness.current.ctx.db, 1);
      const two = press(first === 'claim' ? 'calls' : 'claim');
      await untilBlocked(harness.current.ctx.db, 2);
      await number.goOn();
      expect([(await one).status, (await two).status]).toEqual([200, 200]);
    },
  );
});

describe('next', () => {
  it('a caller with two leases and a sweep that closes both do not deadlock', async () => {
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
    const closed = transact(ctx, async (tx) => closeConsultations(tx, [first, second], 'declined'));
    await untilBlocked(ctx.db, 2);
    await other.goOn();
    await Promise.all([next, closed]);
  });

  it('one caller who asks for the next case several times at once gets one consultation', async () => {
    const ids = await givenQueued(harness.current, {}, {}, {}, {}, {});
    for (let round = 0; round < 5; round += 1) {
      const given = await Promise.all(ids.map(() => caller.next()));
      const [shown, ...others] = new Set(given.map(({ consultation }) => consultation?.id));
      expect([ids.includes(shown ?? ''), others]).toEqual([true, []]);
      await caller.act('calls', shown ?? '', { outcome: 'no_answer' });
    }
  });
});
