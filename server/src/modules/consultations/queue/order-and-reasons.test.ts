import { beforeEach, describe, expect, it } from 'vitest';
import { addHours, addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { markProven } from '../lifecycle/lifecycle.ts';
import { leaseS, phoneGuardS } from '../rules.ts';
import { callAll, givenCaller, givenQueued, moveTo, queuePhone, startQueueDay, type Caller } from '../testing.ts';

const harness = useHarness();
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

const now = () => harness.current.clock.now();
const agentCase = (changes: { registered?: boolean; priority?: boolean } = {}) => ({
  source: 'agent_intake' as const,
  sourceId: `int_${queuePhone().slice(2)}`,
  ...changes,
});

describe('the order of the queue', () => {
  it('the queue order is promised callback, warm handoff, proven, registered agent, anonymous, and last those tried six times', async () => {
    const [tired = '', anonymous, registered, member, proven = '', handoff, promised = ''] = await givenQueued(
      harness.current,
      agentCase({ priority: true }),
      agentCase(),
      agentCase({ registered: true }),
      { source: 'membership' },
      agentCase({ registered: true }),
      agentCase({ priority: true }),
      {},
    );
    await harness.current.ctx.db.pool.query('update consultations.consultations set attempts = 6 where id = $1', [
      tired,
    ]);
    await transact(harness.current.ctx, async (tx) => markProven(tx, [proven]));
    const at = addSeconds(now(), 1800).toISOString();
    await caller.act('calls', promised, { outcome: 'callback_requested', callback_at: at });
    harness.current.clock.advance(1800);
    const ids = [];
    for (;;) {
      const { consultation } = await caller.next();
      if (consultation === null) break;
      ids.push(consultation.id);
      await caller.act('release', consultation.id);
    }
    // A member's loss comes from an institution, which ranks like a registered agent.
    const known = [registered, member].toSorted();
    expect([...ids.slice(0, 3), ...ids.slice(3, 5).toSorted(), ...ids.slice(5)]).toEqual([
      promised,
      handoff,
      proven,
      ...known,
      anonymous,
      tired,
    ]);
  });

  it('the queue order changes the moment a contact is proven', async () => {
    const [first, second = ''] = await givenQueued(harness.current, agentCase({ registered: true }), agentCase());
    expect((await caller.next()).consultation?.id).toBe(first);
    await caller.act('release', first ?? '');
    const [third] = await givenQueued(harness.current, agentCase({ registered: true }));
    await transact(harness.current.ctx, async (tx) => markProven(tx, [second]));
    const given = await caller.next();
    expect([given.consultation?.id, given.why[0]]).toEqual([second, 'The contact is proven. Waiting for 0 min.']);
    await caller.act('release', second);
    expect((await caller.next()).consultation?.id).toBe(third);
  });

  it('a promised callback comes first when its number is free again, and not before', async () => {
    const phone = queuePhone();
    const [promised = '', handoff = ''] = await givenQueued(
      harness.current,
      { contact: { phone, state: 'NY' } },
      { priority: true },
    );
    const from = now();
    for (const outcome of ['no_answer', 'no_answer']) await caller.act('calls', promised, { outcome });
    const at = addHours(from, 3).toISOString();
    await caller.act('calls', promised, { outcome: 'callback_requested', callback_at: at });
    harness.current.clock.advance(3 * 3600);
    expect(await callAll(caller)).toEqual([handoff]);
    expect(await caller.next()).toMatchObject({ none: true, reason: 'not_yet_due' });
    moveTo(harness.current, addHours(from, 24).toISOString());
    const given = await (await givenCaller(harness.current)).next();
    expect([given.consultation?.id, given.callback_at]).toEqual([promised, at]);
  });
});

describe('the reason that no one can be called', () => {
  it('the reason is the cap when every number was tried too often, with the first time that the law and the cap allow', async () => {
    const [first = '', second = ''] = await givenQueued(harness.current, {}, {});
    for (let turn = 0; turn < 3; turn += 1) await caller.act('calls', first, { outcome: 'no_answer' });
    harness.current.clock.advance(600);
    for (let turn = 0; turn < 3; turn += 1) await caller.act('calls', second, { outcome: 'no_answer' });
    const free = addHours(addSeconds(now(), -600), 24);
    expect(await caller.next()).toMatchObject({ none: true, reason: 'capped', opens_at: free.toISOString() });
  });

  it('the reason is the hours when the number is free again at night', async () => {
    moveTo(harness.current, `${now().toISOString().slice(0, 10)}T18:00:00.000Z`);
    const [id = ''] = await givenQueued(harness.current, { contact: { phone: queuePhone(), zip: '10001' } });
    for (let turn = 0; turn < 2; turn += 1) await caller.act('calls', id, { outcome: 'no_answer' });
    const evening = `${now().toISOString().slice(0, 10)}T23:00:00.000Z`;
    moveTo(harness.current, evening);
    expect((await caller.act('calls', id, { outcome: 'callback_requested' })).status).toBe(200);
    const { reason, opens_at: opensAt } = await caller.next();
    expect([reason, opensAt]).toEqual(['capped', addHours(new Date(evening), 19).toISOString()]);
    // Only one: a customer who wants another call without a set time is due at 22:00 and waits for the morning.
    const [other = ''] = await givenQueued(harness.current, { contact: { phone: queuePhone(), zip: '10001' } });
    await caller.act('calls', other, { outcome: 'callback_requested' });
    const answer = await caller.next();
    expect([answer.reason, answer.opens_at]).toEqual([
      'outside_calling_hours',
      addHours(new Date(evening), 14).toISOString(),
    ]);
  });

  it('the reason is that colleagues have the numbers, until the lease or the hour is over', async () => {
    const contact = { phone: queuePhone(), state: 'NY' };
    await givenQueued(harness.current, { contact }, { contact });
    const other = await givenCaller(harness.current);
    const { consultation } = await other.next();
    expect(await caller.next()).toMatchObject({
      none: true,
      reason: 'busy',
      opens_at: addSeconds(now(), leaseS).toISOString(),
    });
    await other.act('calls', consultation?.id ?? '', { outcome: 'confirmed' });
    expect(await caller.next()).toMatchObject({
      none: true,
      reason: 'busy',
      opens_at: addSeconds(now(), phoneGuardS).toISOString(),
    });
  });

  it('the reason shown is that of the first customer who becomes callable', async () => {
    const [capped = '', due = ''] = await givenQueued(harness.current, {}, {});
    for (let turn = 0; turn < 3; turn += 1) await caller.act('calls', capped, { outcome: 'no_answer' });
    await caller.act('calls', due, { outcome: 'no_answer' });
    expect(await caller.next()).toMatchObject({
      none: true,
      reason: 'not_yet_due',
      opens_at: addHours(now(), 1).toISOString(),
    });
  });
});
