import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { useHarness, type CallOptions } from '#test/harness';
import type { IntakeRequest } from '../schemas.ts';
import { startRotated } from '#test/fixtures/rotated-keys';
import {
  asStranger,
  bringTo,
  daysInSeconds,
  eventTypes,
  givenIntake,
  givenTeam,
  linkPath,
  minimalIntake,
  newEmail,
  newPhone,
  press,
  pressSent,
  submit,
  type Team,
} from '../testing.ts';

const harness = useHarness();

let team: Team;
let agent: { key: string };
beforeAll(async () => {
  team = await givenTeam(harness.current);
  agent = await givenAgent(harness.current);
});

const statusOf = async (changes: Partial<IntakeRequest>): Promise<string> => {
  const { status, body } = await submit(harness.current, minimalIntake(changes));
  return `${status} ${body.status}`;
};

/** The answer to another client without a key, from its own address. */
const strangerGets = async (changes: Partial<IntakeRequest>, options: CallOptions = asStranger()): Promise<string> => {
  const { status, body } = await submit(harness.current, minimalIntake(changes), options);
  return `${status} ${body.status}`;
};

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

const vin = (last: string) => ({ vin: `SYNTHET1CVN00000${last}` });

describe('a duplicate', () => {
  it('a duplicate is the same email in any case, or the same phone in any spelling [A-RECEIPT-025]', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await givenIntake(harness.current, { customer: { email, phone } });
    const spelled = `+1 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;
    expect(await statusOf({ customer: { email: email.toUpperCase() } })).toBe('200 duplicate');
    expect(await statusOf({ customer: { phone: spelled } })).toBe('200 duplicate');
    expect(await statusOf({ customer: { email, phone: newPhone() } })).toBe('200 duplicate');
    expect(await statusOf({ customer: { email: newEmail(), phone } })).toBe('200 duplicate');
    expect(await statusOf({ customer: { email: `x${email}`, phone: newPhone() } })).toBe('201 received');
  });

  it.each(['received', 'welcome_sent', 'contact_attempted', 'customer_confirmed', 'consultation_active'] as const)(
    'a duplicate is a second submission while the first is %s',
    async (status) => {
      const customer = { email: newEmail() };
      await bringTo(harness.current, await givenIntake(harness.current, { customer }), status);
      expect(await statusOf({ customer })).toBe('200 duplicate');
    },
  );

  it('a duplicate has no time limit while the first is open', async () => {
    const customer = { email: newEmail() };
    await bringTo(harness.current, await givenIntake(harness.current, { customer }), 'consultation_active');
    harness.current.clock.advance(daysInSeconds(400));
    expect(await statusOf({ customer })).toBe('200 duplicate');
  });

  it.each(['declined', 'expired'] as const)('a submission is not a duplicate once the first has %s', async (status) => {
    const customer = { email: newEmail() };
    await bringTo(harness.current, await givenIntake(harness.current, { customer }), status);
    expect(await statusOf({ customer })).toBe('201 received');
  });

  it('a duplicate delays no one: only the first submission counts', async () => {
    const customer = { email: newEmail() };
    const first = await givenIntake(harness.current, { customer });
    expect(await statusOf({ customer })).toBe('200 duplicate');
    await bringTo(harness.current, first, 'declined');
    expect(await statusOf({ customer })).toBe('201 received');
  });

  it('two whole VINs that differ are not duplicates: a second car is a second case', async () => {
    const customer = { email: newEmail() };
    await givenIntake(harness.current, { customer, vehicle: vin('1') });
    expect(await statusOf({ customer, vehicle: vin('1') })).toBe('200 duplicate');
    expect(await statusOf({ customer, vehicle: { vin: vin('1').vin.toLowerCase() } })).toBe('200 duplicate');
    expect(await statusOf({ customer })).toBe('200 duplicate');
    expect(await statusOf({ customer, vehicle: { vin: 'SYNTHET1CVN00000' } })).toBe('200 duplicate');
    expect(await statusOf({ customer, vehicle: vin('2') })).toBe('201 received');
    expect(await statusOf({ customer, vehicle: vin('2') })).toBe('200 duplicate');
    expect(await statusOf({ customer, vehicle: vin('3') })).toBe('201 received');
  });

  it('a later submission is a duplicate when the first had no whole VIN', async () => {
    const customer = { phone: newPhone() };
    await givenIntake(harness.current, { customer, vehicle: { vin: 'SYNTHET1CVN00000' } });
    expect(await statusOf({ customer, vehicle: vin('1') })).toBe('200 duplicate');
  });

  it('a VIN alone never makes a duplicate: nothing about other customers is disclosed', async () => {
    await givenIntake(harness.current, { vehicle: vin('9') });
    expect(await statusOf({ vehicle: vin('9') })).toBe('201 received');
  });
});

describe('an open intake of another caller', () => {
  const both = () => ({ email: newEmail(), phone: newPhone() });

  it("another client's intake does not block while it is unproven, whatever its status", async () => {
    for (const status of ['received', 'welcome_sent', 'contact_attempted', 'customer_confirmed'] as const) {
      const customer = both();
      await bringTo(harness.current, await givenIntake(harness.current, { customer }), status);
      expect([status, await strangerGets({ customer })]).toEqual([status, '201 received']);
      const { body } = await submit(harness.current, minimalIntake({ customer }), { token: agent.key });
      expect([status, body.status]).toEqual([status, 'received']);
    }
  });

  it("another client's intake makes a duplicate once it is proven by the emailed link, the texted link or a call", async () => {
    for (const by of ['email', 'text', 'call'] as const) {
      const customer = both();
      const first = await givenIntake(harness.current, { customer });
      if (by === 'call') await team.call(first.intake_id, 'confirmed');
      else await pressSent(harness.current, first, { via: by });
      expect([by, await strangerGets({ customer })]).toEqual([by, '200 duplicate']);
      expect(await strangerGets({ customer, vehicle: vin('1') })).toBe('200 duplicate');
    }
  });

  it("another client's intake does not block by an unproven contact: no one can occupy a number with their own address", async () => {
    const [mine, theirs] = [newEmail(), newPhone()];
    const stranger = await submit(harness.current, minimalIntake({ customer: { email: mine, phone: theirs } }));
    await pressSent(harness.current, stranger.body, { via: 'email' });
    expect(await strangerGets({ customer: { email: newEmail(), phone: theirs } })).toBe('201 received');
    expect(await strangerGets({ customer: { email: mine } })).toBe('200 duplicate');
  });

  it('three unproven intakes are allowed: the fourth is a duplicate, by email or by phone', async () => {
    for (const customer of [{ email: newEmail() }, { phone: newPhone() }]) {
      const first = await givenIntake(harness.current, { customer });
      const answers = [];
      for (let round = 0; round < 4; round += 1) answers.push(await strangerGets({ customer }));
      expect(answers).toEqual(['201 received', '201 received', '200 duplicate', '200 duplicate']);
      // A place is free again once one of them has ended.
      await bringTo(harness.current, first, 'declined');
      expect(await strangerGets({ customer })).toBe('201 received');
      expect(await strangerGets({ customer })).toBe('200 duplicate');
    }
  });

  it('keyless intakes do not count against a registered agent, and old ones do not count at all, despite a relayed yes', async () => {
    const customer = both();
    const consent = { ...minimalIntake().consent, notify_customer: false };
    for (let round = 0; round < 3; round += 1) {
      const { body } = await submit(harness.current, minimalIntake({ customer, consent }), asStranger());
      const pressed = await press(harness.current, body, 'confirm');
      expect([body.status, pressed.status]).toEqual(['received', 303]);
    }
    expect(await strangerGets({ customer })).toBe('200 duplicate');
    expect(await strangerGets({ customer }, { token: agent.key })).toBe('201 received');
    harness.current.clock.advance(daysInSeconds(15));
    expect(await strangerGets({ customer })).toBe('201 received');
    const others = await Promise.all([1, 2, 3].map(() => givenAgent(harness.current)));
    const answers = [];
    for (const { key } of others) answers.push(await strangerGets({ customer }, { token: key }));
    expect(answers).toEqual(['201 received', '201 received', '201 received']);
    const { key } = await givenAgent(harness.current);
    expect(await strangerGets({ customer }, { token: key })).toBe('200 duplicate');
  });

  it('an unproven intake counts whatever the vehicle, and only if its contact is not proven', async () => {
    const customer = both();
    for (const last of ['1', '2', '3']) {
      const { body } = await submit(harness.current, minimalIntake({ customer, vehicle: vin(last) }), asStranger());
      expect(body.status).toBe('received');
      for (const via of ['email', 'text'] as const) await pressSent(harness.current, body, { via });
    }
    for (const last of ['4', '5', '6'])
      expect(await strangerGets({ customer, vehicle: vin(last) })).toBe('201 received');
    expect(await strangerGets({ customer, vehicle: vin('7') })).toBe('200 duplicate');
  });

  it('an intake is of the same client for one agent from anywhere, and for one address without a key', async () => {
    const customer = { email: newEmail() };
    const asAgent = (address: string) => ({ token: agent.key, ...from(address) });
    expect(await strangerGets({ customer }, asAgent('203.0.113.1'))).toBe('201 received');
    expect(await strangerGets({ customer }, asAgent('203.0.113.2'))).toBe('200 duplicate');
    expect(await strangerGets({ customer }, from('203.0.113.1'))).toBe('201 received');
    expect(await strangerGets({ customer }, from('203.0.113.1'))).toBe('200 duplicate');
  });

  it('an intake is of the same client within an IPv6 /64, however it is written, and not beyond', async () => {
    const customer = { email: newEmail() };
    expect(await strangerGets({ customer }, from('2001:db8:7:1::1'))).toBe('201 received');
    expect(await strangerGets({ customer }, from('2001:DB8:7:1:ffff::2'))).toBe('200 duplicate');
    expect(await strangerGets({ customer }, from('2001:db8:7:2::1'))).toBe('201 received');
  });

  it('an intake from before addresses were stored is another client’s without a key, and the agent’s own with one', async () => {
    const customer = { email: newEmail() };
    await givenIntake(harness.current, { customer });
    await submit(harness.current, minimalIntake({ customer }), { token: agent.key });
    await harness.current.ctx.db.pool.query('update intakes.intakes set submitter_hash = null where email = $1', [
      customer.email,
    ]);
    expect(await strangerGets({ customer }, { token: agent.key })).toBe('200 duplicate');
    expect(await statusOf({ customer })).toBe('201 received');
  });

  it('an intake is matched by its address after a key rotation too', async () => {
    const customer = { email: newEmail() };
    await givenIntake(harness.current, { customer });
    const rotated = await startRotated(harness.current);
    const { body } = await submit(rotated, minimalIntake({ customer }));
    await rotated.close();
    expect(body.status).toBe('duplicate');
  });

  it('three of fifty simultaneous clients are accepted', async () => {
    const customer = both();
    const answers = await Promise.all(Array.from({ length: 50 }, () => strangerGets({ customer })));
    expect(answers.filter((one) => one === '201 received')).toHaveLength(3);
    expect(answers.filter((one) => one === '200 duplicate')).toHaveLength(47);
  });
});

describe('the receipt of a duplicate', () => {
  it("a duplicate's receipt is neutral: its own id, no link, no message, no token, no data of the first [A-RECEIPT-025, A-RECEIPT-026, A-RECEIPT-016, A-CONTACT-004]", async () => {
    const customer = { email: newEmail(), phone: newPhone() };
    const first = await givenIntake(harness.current, { customer, external_ref: 'first' });
    await pressSent(harness.current, first, { via: 'email' });
    const { status, body, text } = await submit(
      harness.current,
      minimalIntake({
        customer,
        external_ref: 'second',
        consent: { ...minimalIntake().consent, mode: 'warm_handoff' },
      }),
      { token: agent.key },
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      ...first,
      intake_id: expect.stringMatching(/^int_/),
      status: 'duplicate',
      external_ref: 'second',
      customer_confirmation_url: null,
      customer_message: null,
      contact_policy: { ...first.contact_policy, will_email: false, will_text: false, will_call: true },
      agent_tier: 'registered',
      missing_fields: [],
      poll_url: `http://makewhole.test/api/agent/v1/intakes/${body.intake_id}`,
      poll_token: undefined,
    });
    expect(body.intake_id).not.toBe(first.intake_id);
    expect(text).not.toContain(linkPath(first).slice(3));
  });

  it('a duplicate leaves a row and nothing else: no consultation, no message, no event', async () => {
    const customer = { email: newEmail() };
    await givenIntake(harness.current, { customer });
    const { body } = await submit(harness.current, minimalIntake({ customer }));
    expect(await team.record(body.intake_id)).toMatchObject({ status: 'duplicate', consultation: null, messages: [] });
    expect(await eventTypes(harness.current, body.intake_id)).toEqual([]);
  });

  it('a duplicate can be polled by the agent that submitted it, and by no other', async () => {
    const customer = { email: newEmail() };
    const first = await givenIntake(harness.current, { customer });
    await pressSent(harness.current, first, { via: 'email' });
    const { body } = await submit(harness.current, minimalIntake({ customer }), { token: agent.key });
    const other = await givenAgent(harness.current);
    const ask = async (token: string) =>
      (await harness.current.call('GET', `/api/agent/v1/intakes/${body.intake_id}`, { token })).status;
    expect(await ask(agent.key)).toBe(200);
    const polled = await harness.current.call('GET', `/api/agent/v1/intakes/${body.intake_id}`, { token: agent.key });
    expect(polled.body).toEqual(body);
    expect([await ask(other.key), await ask(first.poll_token)]).toEqual([401, 401]);
  });
});
