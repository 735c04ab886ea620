import { describe, expect, it } from 'vitest';
import { givenAgent, registrationBody, registrationOf, freshAddress } from '#testing/agents';
import { asStranger, givenIntake, minimalIntake, newEmail, newPhone, submit } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { at, givenTestAgent, givenTestIntake, submitTest } from './testing.ts';

const harness = useHarness();
const live = '/api/agent/v1';
const call = (...args: Parameters<typeof harness.current.call>) => harness.current.call(...args);

describe('a key of the sandbox', () => {
  it('a sandbox key needs only the public code, is recognizable, and sends no email', async () => {
    const email = newEmail();
    const registered = await call('POST', `${at}/register`, { body: registrationOf(email), headers: freshAddress() });
    expect(registered.status).toBe(202);
    expect(registered.body.next_step).toContain('/sandbox/api/agent/v1/register/verify');
    expect(registered.body.next_step).toContain('000000');
    const verified = await call('POST', `${at}/register/verify`, {
      body: { registration_id: registered.body.registration_id, code: '000000' },
    });
    expect([verified.status, verified.body.api_key]).toEqual([
      201,
      expect.stringMatching(/^svc_agent_test_[0-9A-Za-z]{27}$/),
    ]);
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(email)).toEqual([]);
  });

  it('opens nothing live, and a live one nothing in the sandbox', async () => {
    const [test, real] = [await givenTestAgent(harness.current), await givenAgent(harness.current)];
    expect((await submit(harness.current, minimalIntake(), { token: test.key })).status).toBe(401);
    expect((await submitTest(harness.current, {}, { token: real.key })).status).toBe(401);
    expect((await call('GET', `${at}/me`, { token: real.key })).status).toBe(401);
    expect((await call('GET', `${live}/me`, { token: test.key })).status).toBe(401);
    expect((await call('POST', `${live}/me/rotate-key`, { token: test.key })).status).toBe(401);
    expect((await call('GET', `${at}/me`, { token: test.key })).status).toBe(200);
    expect((await call('GET', `${live}/me`, { token: real.key })).status).toBe(200);
  });

  it('a live key cannot be had with the sandbox code, or through a sandbox registration', async () => {
    const body = registrationBody();
    const own = await call('POST', `${live}/register`, { body, headers: freshAddress() });
    const test = await call('POST', `${at}/register`, { body: registrationBody(), headers: freshAddress() });
    const verify = async (prefix: string, id: string) =>
      (await call('POST', `${prefix}/register/verify`, { body: { registration_id: id, code: '000000' } })).status;
    expect(await verify(live, test.body.registration_id)).toBe(404);
    expect(await verify(at, own.body.registration_id)).toBe(404);
    // A live code is 000000 once in a million times.
    expect([400, 201]).toContain(await verify(live, own.body.registration_id));
  });

  it('rotating a sandbox key gives another sandbox key', async () => {
    const { key } = await givenTestAgent(harness.current);
    const rotated = await call('POST', `${at}/me/rotate-key`, { token: key });
    expect(rotated.body.api_key).toMatch(/^svc_agent_test_/);
    expect((await call('GET', `${at}/me`, { token: key })).status).toBe(401);
    await harness.current.sendMessages();
  });
});

describe('intakes across modes', () => {
  it('an intake of the other mode looks unknown, with its poll token and with its key', async () => {
    const [test, real] = [await givenTestIntake(harness.current), await givenIntake(harness.current)];
    const get = async (prefix: string, id: string, token: string) => {
      const { status, text } = await call('GET', `${prefix}/intakes/${id}`, { token });
      return [status, text];
    };
    const unknown = (prefix: string, token: string) => get(prefix, 'int_000000000000000000000000', token);
    expect(await get(live, test.intake_id, test.poll_token)).toEqual(await unknown(live, test.poll_token));
    expect(await get(at, real.intake_id, real.poll_token)).toEqual(await unknown(at, real.poll_token));
    expect((await get(at, test.intake_id, test.poll_token))[0]).toBe(200);
    expect((await get(live, real.intake_id, real.poll_token))[0]).toBe(200);
    const [agent, liveAgent] = [await givenTestAgent(harness.current), await givenAgent(harness.current)];
    const own = await givenTestIntake(harness.current, {}, { token: agent.key });
    expect((await get(at, own.intake_id, agent.key))[0]).toBe(200);
    expect((await get(live, own.intake_id, liveAgent.key))[0]).toBe(404);
    expect((await call('GET', `/sandbox/api/intakes/${real.intake_id}/steps`, { token: real.poll_token })).status).toBe(
      404,
    );
  });

  it('a sandbox intake does not affect a live one as a duplicate, as one of three, or as a welcome', async () => {
    const email = newEmail();
    for (let turn = 0; turn < 5; turn += 1) {
      const { status, body } = await submitTest(harness.current, { customer: { email } }, asStranger());
      expect([status, body.status, body.contact_policy.will_email]).toEqual([201, 'received', true]);
    }
    const real = await submit(harness.current, minimalIntake({ customer: { email } }));
    expect([real.status, real.body.contact_policy.will_email]).toEqual([201, true]);
    const other = newEmail();
    for (let turn = 0; turn < 3; turn += 1)
      await submit(harness.current, minimalIntake({ customer: { email: other } }), asStranger());
    const test = await submitTest(harness.current, { customer: { email: other } }, asStranger());
    expect([test.status, test.body.status, test.body.contact_policy.will_email]).toEqual([201, 'received', true]);
  });

  it('the two modes share no response under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID(), ...asStranger().headers };
    const body = minimalIntake();
    const real = await call('POST', `${live}/intakes`, { body, headers });
    const test = await call('POST', `${at}/intakes`, { body, headers });
    const again = await call('POST', `${at}/intakes`, { body, headers });
    expect([real.status, test.status, again.status]).toEqual([201, 201, 200]);
    expect(test.body.intake_id).not.toBe(real.body.intake_id);
    expect(again.body.intake_id).toBe(test.body.intake_id);
  });
});

describe('messages about sandbox submissions', () => {
  it('a sandbox submission sends no email or text, enters no queue, and has its own messages', async () => {
    const { key, principalId } = await givenTestAgent(harness.current);
    const customer = { email: newEmail(), phone: newPhone() };
    await harness.current.sendMessages();
    const before = harness.current.mailbox.received.length;
    const receipt = await givenTestIntake(harness.current, { customer }, { token: key });
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(customer.email)).toEqual([]);
    expect(harness.current.mailbox.received.length).toBe(before);
    const rows = await harness.current.ctx.db.many<{ state: string; account_id: string; channel: string }>({
      text: 'select state, account_id, channel from customers.messages where subject_id = $1 order by channel',
      values: [receipt.intake_id],
    });
    expect(rows).toEqual([
      { state: 'sandbox', account_id: principalId, channel: 'email' },
      { state: 'sandbox', account_id: principalId, channel: 'text' },
    ]);
    const consultation = await harness.current.ctx.db.find<{ test: boolean; number: string }>({
      text: 'select test, number from consultations.consultations where source_id = $1',
      values: [receipt.intake_id],
    });
    expect(consultation).toMatchObject({ test: true, number: expect.stringMatching(/^CN-T/) });
    expect(receipt.poll_url).toBe(`http://makewhole.test${at}/intakes/${receipt.intake_id}`);
  });

  it('a message is not sent even if it was not marked as a test message', async () => {
    const customer = { email: newEmail() };
    const { intake_id: id } = await givenTestIntake(harness.current, { customer });
    await harness.current.owner.pool.query(
      `update customers.messages set state = 'waiting', account_id = null where subject_id = $1`,
      [id],
    );
    await harness.current.sendMessages();
    expect(harness.current.mailbox.to(customer.email)).toEqual([]);
  });
});
