import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { useHarness } from '#test/harness';
import type { IntakeRequest } from '../schemas.ts';
import {
  bringTo,
  daysInSeconds,
  eventTypes,
  givenIntake,
  givenTeam,
  linkPath,
  minimalIntake,
  newEmail,
  newPhone,
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

const vin = (last: string) => ({ vin: `SYNTHET1CVN00000${last}` });

describe('a duplicate', () => {
  it('is the same email in any case, or the same phone in any spelling [A-RECEIPT-025]', async () => {
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
    'is a second submission while the first is %s',
    async (status) => {
      const customer = { email: newEmail() };
      await bringTo(harness.current, await givenIntake(harness.current, { customer }), status);
      expect(await statusOf({ customer })).toBe('200 duplicate');
    },
  );

  it('has no time limit while the first is open', async () => {
    const customer = { email: newEmail() };
    await bringTo(harness.current, await givenIntake(harness.current, { customer }), 'consultation_active');
    harness.current.clock.advance(daysInSeconds(400));
    expect(await statusOf({ customer })).toBe('200 duplicate');
  });

  it.each(['declined', 'expired'] as const)('is none once the first has %s', async (status) => {
    const customer = { email: newEmail() };
    await bringTo(harness.current, await givenIntake(harness.current, { customer }), status);
    expect(await statusOf({ customer })).toBe('201 received');
  });

  it('delays nobody: only the first submission counts, not its duplicates', async () => {
    const customer = { email: newEmail() };
    const first = await givenIntake(harness.current, { customer });
    expect(await statusOf({ customer })).toBe('200 duplicate');
    await bringTo(harness.current, first, 'declined');
    expect(await statusOf({ customer })).toBe('201 received');
  });

  it('is not one when both have a whole VIN and the VINs differ: a second car is a second case', async () => {
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

  it('is every later submission when the first had no whole VIN', async () => {
    const customer = { phone: newPhone() };
    await givenIntake(harness.current, { customer, vehicle: { vin: 'SYNTHET1CVN00000' } });
    expect(await statusOf({ customer, vehicle: vin('1') })).toBe('200 duplicate');
  });

  it('never results from a VIN alone: nothing about other customers is disclosed', async () => {
    await givenIntake(harness.current, { vehicle: vin('9') });
    expect(await statusOf({ vehicle: vin('9') })).toBe('201 received');
  });
});

describe('the receipt of a duplicate', () => {
  it('is neutral: its own id, no link, no message, no token, no data of the first [A-RECEIPT-025, A-RECEIPT-026, A-RECEIPT-016, A-CONTACT-004]', async () => {
    const customer = { email: newEmail(), phone: newPhone() };
    const first = await givenIntake(harness.current, { customer, external_ref: 'first' });
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

  it('leaves a row and nothing else: no consultation, no message, no event', async () => {
    const customer = { email: newEmail() };
    await givenIntake(harness.current, { customer });
    const { body } = await submit(harness.current, minimalIntake({ customer }));
    expect(await team.record(body.intake_id)).toMatchObject({ status: 'duplicate', consultation: null, messages: [] });
    expect(await eventTypes(harness.current, body.intake_id)).toEqual([]);
  });

  it('can be polled by the agent that submitted it, and by no other', async () => {
    const customer = { email: newEmail() };
    const first = await givenIntake(harness.current, { customer });
    const { body } = await submit(harness.current, minimalIntake({ customer }), { token: agent.key });
    const other = await givenAgent(harness.current);
    const ask = async (token: string) =>
      (await harness.current.call('GET', `/api/agent/v1/intakes/${body.intake_id}`, { token })).status;
    expect(await ask(agent.key)).toBe(200);
    expect([await ask(other.key), await ask(first.poll_token)]).toEqual([401, 401]);
  });
});
