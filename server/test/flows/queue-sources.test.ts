import { beforeEach, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { givenCaller, startQueueDay, type Caller } from '#testing/consultations';
import { givenIntake, minimalIntake } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral, linkPath, press as pressInvitation } from '#testing/referrals';
import { consultationOf, consultationOrigins, newCustomer, type Customer } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

const staff = (path: string, body?: unknown) =>
  harness.current.call('POST', `/api/staff/v1${path}`, {
    token: caller.token,
    ...(body === undefined ? {} : { body }),
  });

describe.each(['referral', 'membership'] as const)('the case of a %s', (origin) => {
  const open = async (owner: Customer, livemode = true): Promise<string> =>
    (await consultationOrigins[origin](harness.current, { customer: owner, livemode, token: caller.token })).id;

  it('the case is assigned with its customer’s number and local time', async () => {
    const owner = newCustomer();
    const id = await open(owner);
    const given = await caller.next();
    expect(given).toMatchObject({ consultation: { id }, phone: owner.dialed });
    expect(given.local_time).toMatch(/ 12:00 America\/New_York$/);
  });

  it('a sandbox case is never assigned', async () => {
    await open(newCustomer(), false);
    expect((await caller.next()).none).toBe(true);
  });

  it('the case is not called while an intake with the same number is leased, nor within the hour after a call', async () => {
    const owner = newCustomer();
    const { intake_id: intake } = await givenIntake(harness.current, { customer: { phone: owner.dialed } });
    await caller.act('claim', await consultationOf(harness.current, intake));
    const id = await open(owner);
    const other = await givenCaller(harness.current);
    expect((await other.next()).none).toBe(true);
    expect((await other.act('claim', id)).body.code).toBe('case_claimed');
    await staff(`/intakes/${intake}/calls`, { outcome: 'voicemail' });
    expect((await other.act('claim', id)).body.code).toBe('called_recently');
  });

  it.each(['phone', 'email'] as const)("the case is never called once its owner's %s is on the list", async (kind) => {
    const owner = newCustomer();
    const id = await open(owner);
    expect((await staff('/do-not-contact', { [kind]: kind === 'phone' ? owner.phone : owner.email })).status).toBe(200);
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', id)).body.code).toBe('do_not_contact');
  });

  it('the case puts its customer on the list with number and address when they ask for it on the phone [A-RECEIPT-027]', async () => {
    const owner = newCustomer();
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
  it.each(['phone', 'email'] as const)("the case is never called once its owner's %s is on the list", async (kind) => {
    const owner = newCustomer();
    const customer = { email: owner.email, phone: owner.phone };
    const { intake_id: intake } = await givenIntake(harness.current, { customer, loss: { zip: '10001' } });
    const id = await consultationOf(harness.current, intake);
    expect((await staff('/do-not-contact', { [kind]: customer[kind] })).status).toBe(200);
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', id)).body.code).toBe('do_not_contact');
  });
});

describe('the order of the queue', () => {
  const openIntake = async (key?: string): Promise<string> => {
    const { body } = await harness.current.call('POST', '/api/agent/v1/intakes', {
      body: minimalIntake({ customer: { phone: newCustomer().phone }, loss: { zip: '10001' } }),
      ...(key === undefined ? {} : { token: key }),
    });
    return consultationOf(harness.current, body.intake_id);
  };

  it('the queue begins with customers who answered their own invitation, then cases of registered agents and institutions, then anonymous ones', async () => {
    const { key: agentKey } = await givenAgent(harness.current);
    const anonymous = await openIntake();
    harness.current.clock.advance(1);
    const registered = await openIntake(agentKey);
    harness.current.clock.advance(1);
    const { id: activated } = await consultationOrigins.referral(harness.current, {
      customer: newCustomer(),
      token: caller.token,
    });
    harness.current.clock.advance(1);
    const { key } = await givenPartner(harness.current, { livemode: true });
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', phone: newCustomer().phone };
    const { id: referral } = await givenReferral(harness.current, key, { borrower });
    expect((await pressInvitation(harness.current, await linkPath(harness.current, referral), 'accept')).status).toBe(
      303,
    );
    const invited = await consultationOf(harness.current, referral);
    const given: (string | undefined)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { consultation } = await caller.next();
      given.push(consultation?.id);
      await caller.act('release', consultation?.id ?? '');
    }
    expect(given).toEqual([invited, registered, activated, anonymous]);
  });
});
