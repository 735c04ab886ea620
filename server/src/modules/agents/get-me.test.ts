import { describe, expect, it } from 'vitest';
import { randomBase62 } from '#lib/tokens/base62';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { submit } from '#testing/intakes';
import { givenAgent, givenRegistration, registrationBody, verify } from './testing.ts';

const harness = useHarness();

const meRoutes = [
  ['GET', '/api/agent/v1/me'],
  ['POST', '/api/agent/v1/me/rotate-key'],
  ['PUT', '/api/agent/v1/me/webhook'],
  ['DELETE', '/api/agent/v1/me/webhook'],
] as const;

/** Calls all four routes with one Authorization header, or none. */
async function askAll(authorization: string | undefined) {
  const answers = [];
  for (const [method, path] of meRoutes) {
    const { status, body, headers } = await harness.current.call(method, path, {
      ...(method === 'PUT' ? { body: { url: 'https://agent.example.com/hooks' } } : {}),
      headers: authorization === undefined ? {} : { authorization },
    });
    answers.push({ status, body, challenge: headers.get('www-authenticate') });
  }
  return answers;
}

const refusal = {
  status: 401,
  body: { error: 'A valid credential is required.', code: 'unauthorized' },
  challenge: 'Bearer realm="agent"',
};
const refusedFourTimes = [refusal, refusal, refusal, refusal];

async function setStatus(principalId: string, status: 'active' | 'suspended' | 'unverified') {
  const token = await givenStaffToken(harness.current);
  const path = `/api/staff/v1/agents/${principalId}/status`;
  const answer = await harness.current.call('POST', path, { token, body: { status } });
  expect([answer.status, answer.body]).toEqual([200, { id: principalId, status }]);
}

describe("an agent's own profile", () => {
  it("an agent's profile has its registration, agreement, webhook, key prefixes and limits, and nothing else [A-ME-001]", async () => {
    const agent = {
      name: 'Synthetic Agent',
      platform: 'synthetic-agent',
      website: 'https://agent.example.com',
      description: 'Helps people after a total loss.',
    };
    const operator = { name: 'Sam Synthetic', email: 'sam.synthetic@example.com' };
    const pending = await givenRegistration(harness.current, registrationBody({ agent, operator }));
    const registeredAt = harness.current.clock.now().toISOString();
    harness.current.clock.advance(90);
    const { body: verified } = await verify(harness.current, pending);
    const verifiedAt = harness.current.clock.now().toISOString();
    harness.current.clock.advance(90);
    const { status, body } = await harness.current.call('GET', '/api/agent/v1/me', { token: verified.api_key });
    expect(status).toBe(200);
    expect(body).toEqual({
      principal_id: verified.principal_id,
      status: 'active',
      agent,
      operator: { name: 'Sam Synthetic', email_masked: 's***@example.com' },
      agreement: { ...verified.agreement, accepted_at: registeredAt, current: true },
      webhook: null,
      keys: [
        {
          prefix: verified.key_prefix,
          created_at: verifiedAt,
          last_used_at: harness.current.clock.now().toISOString(),
        },
      ],
      limits: { intakes_per_minute: 6_000_000, anonymous_intakes_per_minute: 1_000_000, multiplier: 6 },
      created_at: verifiedAt,
    });
  });

  it("an agent's profile has null for fields the registration left out", async () => {
    const { key } = await givenAgent(harness.current);
    const { body } = await harness.current.call('GET', '/api/agent/v1/me', { token: key });
    expect([body.agent.website, body.agent.description, body.webhook]).toEqual([null, null, null]);
  });

  it("an agent's profile never contains a key or a secret [A-ME-002, A-ME-003]", async () => {
    const { key } = await givenAgent(harness.current);
    const webhook = await harness.current.call('PUT', '/api/agent/v1/me/webhook', {
      token: key,
      body: { url: 'https://agent.example.com/hooks' },
    });
    const me = await harness.current.call('GET', '/api/agent/v1/me', { token: key });
    expect(me.body.webhook.url).toBe('https://agent.example.com/hooks');
    for (const secret of [key, key.slice(16), webhook.body.secret, 'whsec_']) expect(me.text).not.toContain(secret);
  });

  it("an agent's profile has the last use of a key, to the minute", async () => {
    const { key } = await givenAgent(harness.current);
    const lastUsed = async () => {
      const { body } = await harness.current.call('GET', '/api/agent/v1/me', { token: key });
      return Date.parse(body.keys[0].last_used_at) - startedAt;
    };
    const startedAt = harness.current.clock.now().getTime();
    expect(await lastUsed()).toBe(0);
    harness.current.clock.advance(60);
    expect(await lastUsed()).toBe(0);
    harness.current.clock.advance(1);
    expect(await lastUsed()).toBe(61_000);
  });
});

describe('the guard of the /me routes', () => {
  it('the guard refuses a request without a key, whatever is sent instead [A-ME-004, A-ERR-008]', async () => {
    const { key } = await givenAgent(harness.current);
    const headers = [undefined, '', 'Bearer', 'Bearer ', key, `Basic ${btoa(`${key}:`)}`, `Bearer ${key} x`];
    for (const header of headers) expect([header, await askAll(header)]).toEqual([header, refusedFourTimes]);
  });

  it('the guard refuses an unknown key, however close it is to a real one [A-ME-005]', async () => {
    const { key } = await givenAgent(harness.current);
    const keys = [
      `svc_agent_${randomBase62(32)}`,
      key.slice(0, -1),
      `${key}x`,
      key.replace('svc_agent_', 'SVC_AGENT_'),
      key.slice('svc_agent_'.length),
      'svc_agent_',
      `svc_agent_${'a'.repeat(300)}`,
    ];
    for (const wrong of keys) expect([wrong, await askAll(`Bearer ${wrong}`)]).toEqual([wrong, refusedFourTimes]);
  });

  it('the guard accepts the word Bearer in any letter case', async () => {
    const { key } = await givenAgent(harness.current);
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      const { status } = await harness.current.call('GET', '/api/agent/v1/me', {
        headers: { authorization: `${word} ${key}` },
      });
      expect(status).toBe(200);
    }
  });

  it('the guard refuses a revoked key [A-ME-006]', async () => {
    const { key } = await givenAgent(harness.current);
    const rotated = await harness.current.call('POST', '/api/agent/v1/me/rotate-key', { token: key });
    expect(rotated.status).toBe(201);
    expect(await askAll(`Bearer ${key}`)).toEqual(refusedFourTimes);
  });

  it.each([
    { status: 'suspended', clause: 'A-ME-007' },
    { status: 'unverified', clause: 'A-ME-008' },
  ] as const)(
    'the guard refuses the key while the agent is $status, and accepts it again afterward [$clause]',
    async ({ status }) => {
      const { key, principalId } = await givenAgent(harness.current);
      await setStatus(principalId, status);
      expect(await askAll(`Bearer ${key}`)).toEqual(refusedFourTimes);
      await setStatus(principalId, 'active');
      expect((await askAll(`Bearer ${key}`)).map((answer) => answer.status)).toEqual([200, 201, 401, 401]);
    },
  );

  it('the guard refuses a poll token [A-ME-009]', async () => {
    const { body } = await submit(harness.current);
    expect(body.poll_token).toMatch(/^svc_poll_/);
    expect(await askAll(`Bearer ${body.poll_token}`)).toEqual(refusedFourTimes);
  });

  it('the guard responds before the body is read', async () => {
    const { status, body } = await harness.current.call('PUT', '/api/agent/v1/me/webhook', { raw: '{"url":' });
    expect([status, body.code]).toEqual([401, 'unauthorized']);
  });
});

describe('error codes', () => {
  it('the code is unauthorized for a credential and not_found for an id, on intakes and registrations [A-ERR-008]', async () => {
    const { body: intake } = await submit(harness.current);
    const path = `/api/agent/v1/intakes/${intake.intake_id}`;
    const asked = [
      await harness.current.call('GET', '/api/agent/v1/me'),
      await harness.current.call('GET', path),
      await harness.current.call('GET', path, { token: `svc_poll_${'a'.repeat(43)}` }),
      await harness.current.call('GET', '/api/agent/v1/intakes/int_unknown', { token: intake.poll_token }),
      await verify(harness.current, { registration_id: 'reg_unknown', code: '000000' }),
    ];
    expect(asked.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'unauthorized'],
      [401, 'unauthorized'],
      [401, 'unauthorized'],
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
  });
});
