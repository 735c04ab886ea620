import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { lockConsultation, recordDelivery } from '../lifecycle/lifecycle.ts';
import { givenCaller, givenQueued, queuePhone, startQueueDay, type Caller } from '../testing.ts';
import { promoteConsultations } from './claim-next.ts';

const harness = useHarness();
let caller: Caller;
let other: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
  other = await givenCaller(harness.current);
});

const deliver = (id: string): Promise<void> =>
  transact(harness.current.ctx, async (tx) => recordDelivery(tx, await lockConsultation(tx, id)));

/** Whether it is offered an hour later, when every lease and pause of these tests is over. */
async function isOfferedLater(): Promise<boolean> {
  harness.current.clock.advance(3600);
  await promoteConsultations(harness.current.ctx, 100);
  return !(await other.next()).none;
}

describe('a consultation that must not be called does not enter the queue because a caller', () => {
  const kinds: [string, () => Promise<string>][] = [
    [
      'one without a number',
      async () => (await givenQueued(harness.current, { contact: { phone: undefined, state: 'NY' } }))[0] ?? '',
    ],
    [
      'one that was delivered',
      async () => {
        const [id = ''] = await givenQueued(harness.current, {});
        await deliver(id);
        return id;
      },
    ],
    [
      'one without a number whose owner wants silence',
      async () => {
        const [id = ''] = await givenQueued(harness.current, { contact: { phone: undefined, state: 'NY' } });
        await caller.act('calls', id, { outcome: 'do_not_contact' });
        return id;
      },
    ],
  ];

  it.each(kinds)('a caller claims an uncallable consultation and leaves: %s', async (_kind, make) => {
    await caller.act('claim', await make());
    expect(await isOfferedLater()).toBe(false);
  });

  it.each(kinds)('a caller claims an uncallable consultation and releases it: %s', async (_kind, make) => {
    const id = await make();
    await caller.act('claim', id);
    harness.current.clock.advance(60);
    await caller.act('heartbeat', id);
    await caller.act('release', id);
    expect(await isOfferedLater()).toBe(false);
  });

  it('a caller has the lease when it is delivered, and continues with the next', async () => {
    const [first = '', second = ''] = await givenQueued(harness.current, { priority: true }, {});
    expect((await caller.next()).consultation?.id).toBe(first);
    await deliver(first);
    expect((await caller.act('heartbeat', first)).status).toBe(200);
    expect((await caller.next()).consultation?.id).toBe(second);
    await caller.act('calls', second, { outcome: 'do_not_contact' });
    expect(await isOfferedLater()).toBe(false);
  });

  it('a caller records a call after delivery, unless another call was promised', async () => {
    const [id = '', promised = ''] = await givenQueued(harness.current, {}, {});
    await deliver(id);
    await deliver(promised);
    await caller.act('calls', id, { outcome: 'voicemail' });
    const at = new Date(harness.current.clock.now().getTime() + 1_800_000).toISOString();
    await caller.act('calls', promised, { outcome: 'callback_requested', callback_at: at });
    harness.current.clock.advance(7200);
    expect((await caller.next()).consultation?.id).toBe(promised);
    expect((await other.next()).none).toBe(true);
  });
});

describe('a leased consultation', () => {
  it('a leased consultation is withdrawn when its customer goes on the do-not-contact list', async () => {
    const phone = queuePhone();
    const contact = { phone, state: 'NY' };
    const [suppressed = '', next = ''] = await givenQueued(harness.current, { contact, priority: true }, {});
    expect((await caller.next()).consultation?.id).toBe(suppressed);
    await harness.current.call('POST', '/api/staff/v1/do-not-contact', { token: caller.token, body: { phone } });
    const given = await caller.next();
    expect([given.consultation?.id, given.phone === phone]).toEqual([next, false]);
    expect((await caller.act('heartbeat', suppressed)).body.code).toBe('lease_lost');
  });

  it('a leased consultation shows its number only while the customer may be called', async () => {
    const [id = ''] = await givenQueued(harness.current, {});
    expect((await caller.act('claim', id)).body).toMatchObject({ may_call: true, phone: expect.any(String) });
    harness.current.clock.advance(12 * 3600);
    expect((await caller.act('claim', id)).body).toMatchObject({ may_call: false, phone: null });
    expect(await caller.next()).toMatchObject({ may_call: false, phone: null, consultation: { id } });
  });
});
