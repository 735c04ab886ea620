import { describe, expect, it } from 'vitest';
import { findMagic, magicAddresses } from '#lib/api/agent-sandbox';
import { freshAddress, registrationOf } from '#testing/agents';
import { newEmail, submit, minimalIntake, type CreatedReceipt } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { at, givenTestIntake, magic, step, submitTest } from '../agent-sandbox/testing.ts';

const harness = useHarness({ intakeAnonPerMin: 1000 });

const register = (email: string) =>
  harness.current.call('POST', `${at}/register`, { body: registrationOf(email), headers: freshAddress() });

const tried = {
  'POST /intakes': (email: string) => submitTest(harness.current, { customer: { email } }),
  'POST /register': register,
  async 'POST /intakes/{intake_id}/documents'(email: string) {
    const { intake_id: id, poll_token: token } = await givenTestIntake(harness.current, { customer: { email } });
    return harness.current.call('POST', `${at}/intakes/${id}/documents`, { token, raw: '' });
  },
};

/** For each email about an intake, whether its address simulates a refusing mail server. */
async function refusedOf({ intake_id: id, poll_token: token }: CreatedReceipt): Promise<boolean[]> {
  const { body } = await harness.current.call('GET', `/sandbox/api/intakes/${id}/messages`, { token });
  return body.messages.map(({ refused }: { refused: boolean }) => refused);
}

describe('magic addresses', () => {
  it.each(magicAddresses)('$name of $operation gets $status', async (one) => {
    const { name, operation, status, answer } = one;
    const { status: got, body, headers, text } = await tried[operation](magic(name));
    expect([got, text]).toEqual([status, text]);
    if (status >= 400) expect([body.code, Object.keys(body)]).toEqual([answer, ['error', 'code']]);
    else if (operation === 'POST /intakes') expect(body.status).toBe(answer);
    else if (answer === 'email_delivery_error') expect(body.email_delivery_error).toMatch(/./);
    else expect(body.status).toBe('pending_verification');
    const wait = 'retryAfterS' in one ? String(one.retryAfterS) : null;
    expect(headers.get('retry-after')).toBe(wait);
  });

  it('magic addresses have no effect in live mode, where no mailbox has such an address', async () => {
    for (const { name } of magicAddresses.filter((one) => one.operation === 'POST /intakes'))
      expect((await submit(harness.current, minimalIntake({ customer: { email: magic(name) } }))).status).toBe(201);
  });

  it('magic addresses work in capitals and with a tag, on their own domain only', () => {
    expect(findMagic('Rate-Limited+7@Sandbox.Test', 'POST /intakes')?.status).toBe(429);
    for (const email of [
      'rate-limited@sandbox.test.example.com',
      'rate-limited@example.com',
      'xrate-limited@sandbox.test',
    ])
      expect(findMagic(email, 'POST /intakes')).toBeUndefined();
  });

  it('magic addresses cause the documented effects: no discount, no welcome, an expired code, a suspended key', async () => {
    const priced = await givenTestIntake(harness.current, { customer: { email: magic('no-discount') } });
    expect(priced.pricing.discount.applied).toBe(false);
    const unsent = await givenTestIntake(harness.current, { customer: { email: magic('undeliverable') } });
    expect((await step(harness.current, unsent, 'send_welcome')).status).toBe(409);
    expect(await refusedOf(unsent)).toEqual([true]);
    expect(await refusedOf(await givenTestIntake(harness.current))).toEqual([false]);
    const verify = async (email: string) => {
      const { body } = await register(email);
      return harness.current.call('POST', `${at}/register/verify`, {
        body: { registration_id: body.registration_id, code: '000000' },
      });
    };
    expect((await verify(magic('expired-code'))).status).toBe(410);
    const suspended = await verify(magic('suspended'));
    expect([suspended.status, suspended.body.status]).toEqual([201, 'active']);
    expect((await harness.current.call('GET', `${at}/me`, { token: suspended.body.api_key })).status).toBe(401);
  });

  it('registrations with magic addresses reach the registration limit if they follow quickly, as documented', async () => {
    const { registerPerMin } = harness.current.config;
    const rows = magicAddresses.filter(({ operation }) => operation === 'POST /register');
    expect(rows.length).toBeGreaterThan(registerPerMin);
    const headers = freshAddress();
    const waits = [];
    for (const { name } of rows) {
      const body = registrationOf(magic(name));
      const answer = await harness.current.call('POST', `${at}/register`, { body, headers });
      waits.push(answer.headers.get('retry-after'));
    }
    // The table's own 429 has a short wait; the limit's wait is the rest of the minute.
    expect(waits.slice(0, registerPerMin).every((wait) => wait === null || wait === '2')).toBe(true);
    expect(waits.slice(registerPerMin).every((wait) => Number(wait) > 2)).toBe(true);
    const { text } = await harness.current.call('GET', '/developers/guides/sandbox.md');
    expect(text).toContain(`${registerPerMin} a minute per caller IP address`);
  });

  it('magic failures come after the body is validated, and do not count as our failures', async () => {
    const bad = { ...minimalIntake({ customer: { email: magic('server-error') } }), extra: 1 };
    expect((await harness.current.call('POST', `${at}/intakes`, { body: bad })).status).toBe(400);
    await tried['POST /intakes'](magic('server-error'));
    const metrics = await harness.current.service.telemetry.metrics.registry.metrics();
    expect(metrics).toMatch(/surface="sandbox",code="validation_failed"/);
    expect(metrics).not.toMatch(/surface="sandbox",code="internal_error"/);
  });

  it('magic failures have their own status in the metrics, and a real sandbox failure has another', async () => {
    const { call, owner, service } = harness.current;
    const answered = async (status: string) => {
      const text = await service.telemetry.metrics.registry.metrics();
      const counts = text.matchAll(
        /^makewhole_http_request_seconds_count\{.*route="(\/sandbox\/[^"]*)",status="(\w+)"\} (\d+)$/gm,
      );
      return [...counts].filter(([, , one = '']) => new RegExp(`^${status}$`).test(one)).map(([, route]) => route);
    };
    for (const name of ['server-error', 'unavailable', 'rate-limited']) await tried['POST /intakes'](magic(name));
    expect(await answered('5..')).toEqual([]);
    expect(await answered('rehearsed')).toContain(`${at}/intakes`);
    const { intake_id: id, poll_token: token } = await givenTestIntake(harness.current);
    await owner.pool.query('alter table customers.messages rename to messages_away');
    try {
      expect((await call('GET', `/sandbox/api/intakes/${id}/messages`, { token })).status).toBe(500);
    } finally {
      await owner.pool.query('alter table customers.messages_away rename to messages');
    }
    expect(await answered('5..')).toEqual(['/sandbox/api/intakes/:intake_id/messages']);
  });

  it('a shared magic address cannot be put on a stop list', async () => {
    const email = 'owner@sandbox.test';
    const receipt = await givenTestIntake(harness.current, { customer: { email } });
    const { body } = await harness.current.call('GET', `/sandbox/api/intakes/${receipt.intake_id}/messages`, {
      token: receipt.poll_token,
    });
    const stop = new URL(body.messages[0].links.find((one: string) => one.includes('/stop/')));
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const stopped = await harness.current.call('POST', stop.pathname + stop.search, {
      raw: 'decision=stop',
      headers: form,
    });
    expect(stopped.status).toBeLessThan(400);
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    expect((await submitTest(harness.current, { customer: { email } }, { headers })).body.status).toBe('received');
    // A live person's address that was entered in the sandbox is on no list because of it.
    const own = newEmail();
    expect((await submit(harness.current, minimalIntake({ customer: { email: own } }))).status).toBe(201);
  });
});
