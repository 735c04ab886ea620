import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { untilBlocked } from '#test/database/use-database';
import { givenAgent, givenRegistration, verify } from '#testing/agents';
import { givenStaffToken } from '#testing/staff';
import { minimalIntake, submit } from '#testing/intakes';

const harness = useHarness();

const me = (token: string) => harness.current.call('GET', '/api/agent/v1/me', { token });
const rotate = (token: string) => harness.current.call('POST', '/api/agent/v1/me/rotate-key', { token });

describe('rotating a key', () => {
  it('rotation returns 201 with only a new key, its prefix and the state of the old one [A-KEY-001, A-KEY-002, A-KEY-005]', async () => {
    const { key, principalId } = await givenAgent(harness.current);
    const { status, body } = await rotate(key);
    expect(status).toBe(201);
    expect(body).toEqual({
      api_key: expect.stringMatching(/^svc_agent_[0-9A-Za-z]{32}$/),
      key_prefix: body.api_key.slice(0, 16),
      revoked_previous: true,
    });
    expect(body.api_key).not.toBe(key);
    const mine = await me(body.api_key);
    expect([mine.status, mine.body.principal_id]).toEqual([200, principalId]);
  });

  it('rotation needs no body and ignores any that is sent', async () => {
    let { key } = await givenAgent(harness.current);
    const bodies: [string, string][] = [
      ['application/json', '{"keep":true}'],
      ['application/json', '{"broken'],
      ['text/plain', 'rotate'],
      ['application/x-www-form-urlencoded', 'a=b&a=c'],
    ];
    for (const [type, raw] of bodies) {
      const answer = await harness.current.call('POST', '/api/agent/v1/me/rotate-key', {
        token: key,
        raw,
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(201);
      key = answer.body.api_key;
    }
  });

  it('rotation immediately revokes every other key [A-KEY-003]', async () => {
    const { key: first } = await givenAgent(harness.current);
    const { body: second } = await rotate(first);
    const { body: third } = await rotate(second.api_key);
    const statuses = [];
    for (const key of [first, second.api_key, third.api_key]) statuses.push((await me(key)).status);
    expect(statuses).toEqual([401, 401, 200]);
    const { body } = await me(third.api_key);
    expect(body.keys.map((key: { prefix: string }) => key.prefix)).toEqual([third.key_prefix]);
  });

  it('rotation identifies a key by its first sixteen characters, which are not a credential [A-KEY-006]', async () => {
    const verified = await verify(harness.current, await givenRegistration(harness.current));
    const { api_key: key, key_prefix: prefix } = verified.body;
    expect([prefix.length, key.startsWith(prefix), key.length]).toEqual([16, true, 42]);
    const { body } = await me(key);
    expect(body.keys.map((shown: { prefix: string }) => shown.prefix)).toEqual([prefix]);
    expect((await me(prefix)).status).toBe(401);
  });

  it('rotation shows a key in one response and no other [A-KEY-004]', async () => {
    const pending = await givenRegistration(harness.current);
    const verified = await verify(harness.current, pending);
    const first: string = verified.body.api_key;
    const staff = await givenStaffToken(harness.current);
    const webhook = { token: first, body: { url: 'https://agent.example.com/hooks' } };
    const submitted = await submit(harness.current, minimalIntake(), { token: first });
    const before: Answer[] = [
      await verify(harness.current, pending),
      await me(first),
      await harness.current.call('PUT', '/api/agent/v1/me/webhook', webhook),
      submitted,
      await harness.current.call('GET', `/api/staff/v1/intakes/${submitted.body.intake_id}`, { token: staff }),
    ];
    const rotated = await rotate(first);
    const second: string = rotated.body.api_key;
    const after: Answer[] = [
      await me(second),
      await harness.current.call('DELETE', '/api/agent/v1/me/webhook', { token: second }),
      await harness.current.call('GET', `/api/agent/v1/intakes/${submitted.body.intake_id}`, { token: second }),
    ];
    expect(before.map(({ status }) => status)).toEqual([409, 200, 200, 201, 200]);
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(rotated.text).not.toContain(first);
    for (const { text } of [...before, ...after]) {
      expect(text).not.toContain(first.slice(16));
      expect(text).not.toContain(second.slice(16));
    }
  });

  it('rotation leaves the webhook and the intakes unchanged', async () => {
    const { key } = await givenAgent(harness.current);
    const webhook = { token: key, body: { url: 'https://agent.example.com/hooks' } };
    await harness.current.call('PUT', '/api/agent/v1/me/webhook', webhook);
    const { body: intake } = await submit(harness.current, minimalIntake(), { token: key });
    const shown = (await me(key)).body.webhook;
    const { body: rotated } = await rotate(key);
    expect((await me(rotated.api_key)).body.webhook).toEqual(shown);
    const path = `/api/agent/v1/intakes/${intake.intake_id}`;
    expect((await harness.current.call('GET', path, { token: rotated.api_key })).status).toBe(200);
  });

  it('rotation succeeds once when two requests arrive together; the other is refused because its key was revoked', async () => {
    const { key } = await givenAgent(harness.current);
    // Updates "last used" now, so that later only the rotations themselves wait for the row.
    await me(key);
    const { db } = harness.current.ctx;
    const { answers } = await db.inTransaction(async (tx) => {
      await tx.many({ text: 'select id from credentials.agent_keys for update', values: [] });
      const both = Promise.all([rotate(key), rotate(key)]);
      await untilBlocked(db, 2);
      return { answers: both };
    });
    const [one, other] = (await answers).toSorted((a, b) => a.status - b.status);
    expect([one!.status, other!.status]).toEqual([201, 401]);
    expect(other!.body).toEqual({ error: 'A valid credential is required.', code: 'unauthorized' });
    expect([(await me(one!.body.api_key)).status, (await me(key)).status]).toEqual([200, 401]);
  });

  it('rotation leaves one valid key after fifty concurrent requests', async () => {
    const { key } = await givenAgent(harness.current);
    const answers = await Promise.all(Array.from({ length: 50 }, () => rotate(key)));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
    expect((await me(won[0]!.body.api_key)).body.keys).toHaveLength(1);
  });
});
