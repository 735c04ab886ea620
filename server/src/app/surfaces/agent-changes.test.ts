import { describe, expect, it } from 'vitest';
import { givenTestAgent } from '#testing/sandbox/agent-sandbox';
import { freshAddress, givenAgent, registrationOf } from '#testing/agents';
import { newEmail } from '#testing/intakes';
import { useHarness, type Answer } from '#test/harness';

const harness = useHarness({ agentChangesPerMin: 3 });
const live = '/api/agent/v1';

const change = (token: string, at = live) =>
  harness.current.call('PUT', `${at}/me/webhook`, { token, body: { url: 'https://hooks.example.com/intakes' } });
const remove = (token: string, at = live) => harness.current.call('DELETE', `${at}/me/webhook`, { token });
const rotate = (token: string, at = live) => harness.current.call('POST', `${at}/me/rotate-key`, { token });

const left = ({ headers }: Answer) => /^"[\w-]+";r=(\d);t=(5\d|60)$/.exec(headers.get('ratelimit') ?? '')?.[1];

describe.each([
  ['live', live, 'changes'],
  ['in the sandbox', `/sandbox${live}`, 'sandbox-changes'],
])('changes of an agent’s own account, %s', (_mode, at, name) => {
  const givenKey = async () => (await (at === live ? givenAgent : givenTestAgent)(harness.current)).key;

  it('webhook changes are counted together, show what is left, and get 429 in the common format over the limit', async () => {
    const key = await givenKey();
    const answers = [await change(key, at), await remove(key, at), await change(key, at)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe(`"${name}";q=3;w=60`);
    expect(answers.map(left)).toEqual(['2', '1', '0']);
    for (const refused of [await remove(key, at), await change(key, at)]) {
      expect([refused.status, refused.body]).toEqual([429, { error: expect.any(String), code: 'rate_limited' }]);
      expect(refused.headers.get('retry-after')).toMatch(/^(5\d|60)$/);
      expect(refused.headers.get('ratelimit')).toBe(`"${name}";r=0;t=${refused.headers.get('retry-after')}`);
    }
    // Refused requests changed nothing, and reads are not counted.
    const me = await harness.current.call('GET', `${at}/me`, { token: key });
    expect([me.status, me.body.webhook.url, me.headers.get('ratelimit')]).toEqual([
      200,
      'https://hooks.example.com/intakes',
      null,
    ]);
  });

  it('changes are counted by agent, whatever its key, and do not affect others', async () => {
    const [key, other] = [await givenKey(), await givenKey()];
    const second = (await rotate(key, at)).body.api_key;
    const third = (await rotate(second, at)).body.api_key;
    const last = await rotate(third, at);
    expect([last.status, left(last)]).toEqual([201, '0']);
    expect(last.headers.get('ratelimit-policy')).toBe(`"${name.replace('changes', 'rotations')}";q=3;w=60`);
    expect((await rotate(last.body.api_key, at)).status).toBe(429);
    expect((await rotate(other, at)).status).toBe(201);
    expect((await remove(last.body.api_key, at)).status).toBe(200);
    // An invalid key belongs to no agent, so nothing is counted.
    const bad = await remove('svc_agent_none', at);
    expect([bad.status, bad.headers.get('ratelimit')]).toEqual([401, null]);
  });

  it('repeated webhook changes with a stolen key do not delay replacing the key', async () => {
    const key = await givenKey();
    let refused = await remove(key, at);
    for (let sent = 1; sent < 5; sent += 1) refused = await remove(key, at);
    expect(refused.status).toBe(429);
    const rotated = await rotate(key, at);
    expect(rotated.status).toBe(201);
    expect((await harness.current.call('GET', `${at}/me`, { token: rotated.body.api_key })).status).toBe(200);
  });
});

it('repeated key changes with a stolen key leave the operator the way by email', async () => {
  const h = harness.current;
  const email = newEmail();
  const { key, principalId } = await givenAgent(h, registrationOf(email));
  let [stolen, last] = [key, await rotate(key)];
  while (last.status === 201) [stolen, last] = [last.body.api_key, await rotate(last.body.api_key)];
  expect(last.status).toBe(429);
  const headers = freshAddress();
  await h.call('POST', `${live}/recover`, { body: { principal_id: principalId, email }, headers });
  await h.sendMessages();
  const mails = h.mailbox.to(email).map(({ mail }) => mail.text);
  const [code] = /svc_recovery_\w+/.exec(mails.join()) ?? [];
  const recovered = await h.call('POST', `${live}/recover/verify`, { body: { code }, headers });
  expect(recovered.status).toBe(201);
  const me = async (token: string) => (await h.call('GET', `${live}/me`, { token })).status;
  expect([await me(stolen), await me(recovered.body.api_key)]).toEqual([401, 200]);
});
