import { describe, expect, it } from 'vitest';
import { minimalIntake, submit } from '#testing/intakes';
import { useHarness, type Answer } from '#test/harness';

const harness = useHarness();

let made = 0;
const newKey = () => `key-${(made += 1)}`;
const send = (body: unknown, key: string, address = '203.0.113.5'): Promise<Answer> =>
  submit(harness.current, body, { headers: { 'idempotency-key': key, 'x-forwarded-for': address } });

/** Counts all rows that creating an intake writes. */
async function countEffects() {
  const text = `select (select count(*) from intakes.intakes) as intakes,
    (select count(*) from consultations.consultations) as consultations,
    (select count(*) from customers.messages) as messages,
    (select count(*) from events.events) as events,
    (select count(*) from intakes.poll_tokens) as poll_tokens`;
  return harness.current.ctx.db.find({ text, values: [] });
}

describe('an Idempotency-Key', () => {
  it('an Idempotency-Key is optional [A-IDEMP-001]', async () => {
    const without = await submit(harness.current);
    const withKey = await send(minimalIntake(), newKey());
    expect([without.status, withKey.status]).toEqual([201, 201]);
  });

  it('an Idempotency-Key has at most 255 characters; with 256 nothing is created [A-IDEMP-002]', async () => {
    const longest = await send(minimalIntake(), 'k'.repeat(255));
    const before = await countEffects();
    const tooLong = await send(minimalIntake(), 'k'.repeat(256));
    expect([longest.status, tooLong.status]).toEqual([201, 400]);
    expect(tooLong.body).toMatchObject({ code: 'invalid_request', issues: [{ path: 'Idempotency-Key' }] });
    expect(await countEffects()).toEqual(before);
  });

  it.each(['', '   '])('an Idempotency-Key of %j counts as not sent', async (empty) => {
    const first = await send(minimalIntake(), empty);
    const second = await send(minimalIntake(), empty);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.intake_id).not.toBe(first.body.intake_id);
  });

  it('an Idempotency-Key may contain any characters a header can carry', async () => {
    const body = minimalIntake();
    const key = `/%00'"; é\u00a0 ${newKey()}`;
    expect((await send(body, key)).status).toBe(201);
    expect((await send(body, key)).body.idempotent_replay).toBe(true);
  });

  it('of one caller is not the key of another: neither a conflict nor a replay crosses addresses', async () => {
    const key = newKey();
    const body = minimalIntake();
    const first = await send(body, key, '203.0.113.5');
    const otherAddress = await send(minimalIntake(), key, '203.0.113.6');
    const spy = await send(body, key, '2001:db8::5');
    expect([first.status, otherAddress.status]).toEqual([201, 201]);
    expect(spy.body.intake_id).not.toBe(first.body.intake_id);
    expect(spy.body).not.toHaveProperty('idempotent_replay');
  });

  it('an Idempotency-Key stays free when the request was refused', async () => {
    const key = newKey();
    const refused = await send({ ...minimalIntake(), consent: { attestation: 'too short' } }, key);
    const unreadable = await submit(harness.current, undefined, {
      raw: '{"agent":',
      headers: { 'idempotency-key': key, 'x-forwarded-for': '203.0.113.5' },
    });
    const accepted = await send(minimalIntake(), key);
    expect([refused.status, unreadable.status, accepted.status]).toEqual([400, 400, 201]);
  });
});

describe('a repeated request', () => {
  it('a repeated request gets 200 with the first receipt, marked as a replay and without its poll token [A-IDEMP-003, A-IDEMP-004, A-IDEMP-005, A-RECEIPT-018]', async () => {
    const key = newKey();
    const body = minimalIntake({ external_ref: 'case 7' });
    const first = await send(body, key);
    const second = await send(body, key);
    const third = await send(body, key);
    const { poll_token: token, ...receipt } = first.body;
    expect(first.status).toBe(201);
    expect(token).toMatch(/^svc_poll_/);
    expect(first.body).not.toHaveProperty('idempotent_replay');
    for (const replay of [second, third]) {
      expect(replay.status).toBe(200);
      expect(replay.body).toEqual({ ...receipt, idempotent_replay: true });
      expect(replay.body).not.toHaveProperty('poll_token');
    }
  });

  it('a repeated request is recognized when its members have another order and other spaces', async () => {
    const key = newKey();
    const body = minimalIntake({ vehicle: { year: 2020, make: 'Synthetic' }, external_ref: 'case 8' });
    const first = await send(body, key);
    const reordered = JSON.stringify(body, undefined, 3).replace('2020', '2020.0');
    const turned = Object.fromEntries(Object.entries(JSON.parse(reordered)).toReversed());
    const headers = { 'idempotency-key': key, 'x-forwarded-for': '203.0.113.5' };
    const spaced = await submit(harness.current, undefined, { raw: reordered, headers });
    const replay = await send(turned, key);
    expect(spaced.body.idempotent_replay).toBe(true);
    expect(replay.body).toMatchObject({ intake_id: first.body.intake_id, idempotent_replay: true });
  });

  it('a repeated request gets the original receipt, not the current state of the intake', async () => {
    const key = newKey();
    const body = minimalIntake();
    const first = await send(body, key);
    await harness.current.sendMessages();
    const path = `/api/agent/v1/intakes/${first.body.intake_id}`;
    const now = await harness.current.call('GET', path, { token: first.body.poll_token });
    const replay = await send(body, key);
    expect([first.body.status, now.body.status, replay.body.status]).toEqual(['received', 'welcome_sent', 'received']);
  });

  it('a repeated request has no further effect, nor has a conflict [A-IDEMP-007]', async () => {
    const key = newKey();
    const body = minimalIntake();
    await send(body, key);
    const before = await countEffects();
    const replay = await send(body, key);
    const conflict = await send(minimalIntake(), key);
    expect([replay.status, conflict.status]).toEqual([200, 409]);
    expect(await countEffects()).toEqual(before);
    const received = harness.current.mailbox.received.length;
    await harness.current.sendMessages();
    await send(body, key);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.received.length - received).toBeGreaterThan(0);
    expect(harness.current.mailbox.to(body.customer.email!)).toHaveLength(1);
  });
});

describe('a different request under the same key', () => {
  it('a different request under the same key is refused with 409, whichever field changed [A-IDEMP-006]', async () => {
    const key = newKey();
    const body = minimalIntake();
    await send(body, key);
    const changes = [
      { external_ref: 'another' },
      { agent: { ...body.agent, name: 'Another Agent' } },
      { customer: { ...body.customer, first_name: 'Another' } },
      { vehicle: {} },
    ];
    for (const change of changes) {
      const { status, body: error } = await send({ ...body, ...change }, key);
      expect({ status, code: error.code }).toEqual({ status: 409, code: 'idempotency_conflict' });
      expect(Object.keys(error).toSorted()).toEqual(['code', 'error']);
    }
    expect((await send(body, key)).body.idempotent_replay).toBe(true);
  });
});
