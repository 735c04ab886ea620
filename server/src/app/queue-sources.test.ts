import { beforeEach, describe, expect, it } from 'vitest';
import { givenCaller, startQueueDay, type Caller } from '#testing/consultations';
import { givenIntake, minimalIntake } from '#testing/intakes';
import { consultationOf, doors, newOwner, type Owner } from '#test/case-doors';
import { useHarness } from '#test/harness';

const harness = useHarness({ GAP_REQUESTS_PER_MIN: '1000000' });
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

const staff = (path: string, body?: unknown) =>
  harness.current.call('POST', `/api/staff/v1${path}`, {
    token: caller.token,
    ...(body === undefined ? {} : { body }),
  });

describe.each(['referral', 'membership'] as const)('the case of a %s', (door) => {
  const open = async (owner: Owner, livemode = true): Promise<string> =>
    (await doors[door](harness.current, { owner, livemode, token: caller.token })).id;

  it('comes up with its owner’s number and their time', async () => {
    const owner = newOwner();
    const id = await open(owner);
    const given = await caller.next();
    expect(given).toMatchObject({ consultation: { id }, phone: owner.dialed });
    expect(given.local_time).toMatch(/ 12:00 America\/New_York$/);
  });

  it('comes up for nobody in the sandbox', async () => {
    await open(newOwner(), false);
    expect((await caller.next()).none).toBe(true);
  });

  it('is not called while an intake of the same number is in hand, nor within the hour after a call', async () => {
    const owner = newOwner();
    const { intake_id: intake } = await givenIntake(harness.current, { customer: { phone: owner.dialed } });
    await caller.act('claim', await consultationOf(harness.current, intake));
    const id = await open(owner);
    const other = await givenCaller(harness.current);
    expect((await other.next()).none).toBe(true);
    expect((await other.act('claim', id)).body.code).toBe('case_claimed');
    await staff(`/intakes/${intake}/calls`, { outcome: 'voicemail' });
    expect((await other.act('claim', id)).body.code).toBe('called_recently');
  });

  it.each(['phone', 'email'] as const)('is never called once the %s of its owner is on the list', async (kind) => {
    const owner = newOwner();
    const id = await open(owner);
    expect((await staff('/do-not-contact', { [kind]: kind === 'phone' ? owner.phone : owner.email })).status).toBe(200);
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', id)).body.code).toBe('do_not_contact');
  });

  it('puts its owner on the list with number and address when they say so on the telephone [A-RECEIPT-027]', async () => {
    const owner = newOwner();
    const id = await open(owner);
    await caller.next();
    expect((await caller.act('calls', id, { outcome: 'do_not_contact' })).status).toBe(200);
    for (const customer of [{ phone: owner.dialed }, { email: owner.email.toLowerCase() }]) {
      const { status, body } = await harness.current.call('POST', '/api/agent/v1/intakes', {
        body: minimalIntake({ customer }),
      });
      expect([customer, status, body.status]).toEqual([customer, 200, 'not_eligible']);
    }
  });
});

describe('the case of an agent’s intake', () => {
  it.each(['phone', 'email'] as const)('is never called once the %s of its owner is on the list', async (kind) => {
    const owner = newOwner();
    const customer = { email: owner.email, phone: owner.phone };
    const { intake_id: intake } = await givenIntake(harness.current, { customer, loss: { zip: '10001' } });
    const id = await consultationOf(harness.current, intake);
    expect((await staff('/do-not-contact', { [kind]: customer[kind] })).status).toBe(200);
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', id)).body.code).toBe('do_not_contact');
  });
});
