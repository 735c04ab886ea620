import { describe, expect, it } from 'vitest';
import { untilBlocked } from '#test/database/use-database';
import { useHarness } from '#test/harness';
import { givenAgent, freshAddress, registrationOf } from '../testing.ts';

const harness = useHarness();
const at = '/api/agent/v1';
const newEmail = () => `operator-${crypto.randomUUID()}@example.com`;

const post = (path: string, body: unknown) =>
  harness.current.call('POST', `${at}${path}`, { body, headers: freshAddress() });
const me = async (token: string) => (await harness.current.call('GET', `${at}/me`, { token })).status;

async function mailsTo(email: string): Promise<string[]> {
  await harness.current.sendMessages();
  return harness.current.mailbox.to(email).map(({ mail }) => `${mail.subject}\n${mail.text}`);
}

async function given() {
  const email = newEmail();
  const { key, principalId } = await givenAgent(harness.current, registrationOf(email));
  return { email, key, principalId };
}

async function codeOf({ email, principalId }: { email: string; principalId: string }): Promise<string> {
  await post('/recover', { principal_id: principalId, email });
  return (
    (await mailsTo(email))
      .join()
      .match(/svc_recovery_\w+/g)
      ?.at(-1) ?? ''
  );
}

describe('the operator of an agent', () => {
  it('the operator is notified when the key is rotated, and when the webhook is set or removed', async () => {
    const { email, key, principalId } = await given();
    const rotated = await harness.current.call('POST', `${at}/me/rotate-key`, { token: key });
    const token = rotated.body.api_key;
    const body = { url: 'https://agent.example.com/hooks' };
    await harness.current.call('PUT', `${at}/me/webhook`, { token, body });
    await harness.current.call('DELETE', `${at}/me/webhook`, { token });
    await harness.current.call('DELETE', `${at}/me/webhook`, { token });
    const [, ...notices] = await mailsTo(email);
    expect(notices.map((text) => text.split('\n', 1)[0]).toSorted()).toEqual([
      'The key of your agent was replaced',
      'The webhook of your agent has changed',
      'The webhook of your agent was removed',
    ]);
    for (const notice of notices) {
      expect(notice).toContain(principalId);
      expect(notice).not.toMatch(/svc_agent_|whsec_/);
    }
  });

  it('the operator gets a new key with the emailed code, a thief’s stops working, and the operator is notified', async () => {
    const agent = await given();
    const stolen = await harness.current.call('POST', `${at}/me/rotate-key`, { token: agent.key });
    const recovered = await post('/recover/verify', { code: await codeOf(agent) });
    expect([recovered.status, recovered.body]).toEqual([
      201,
      {
        principal_id: agent.principalId,
        api_key: expect.stringMatching(/^svc_agent_/),
        key_prefix: recovered.body.api_key.slice(0, 16),
        revoked_previous: true,
      },
    ]);
    expect(await me(stolen.body.api_key)).toBe(401);
    expect(await me(recovered.body.api_key)).toBe(200);
    expect((await mailsTo(agent.email)).join()).toContain('with a code that we mailed to this address');
  });
});

describe('a thief who rotates the stolen key while its operator recovers it', () => {
  it('is left without a key, whichever comes first', async () => {
    const agent = await given();
    const code = await codeOf(agent);
    // So that later only the two themselves wait for the row.
    await me(agent.key);
    const { db } = harness.current.ctx;
    const { answers } = await db.inTransaction(async (tx) => {
      // Both wait here, the thief in front: his new key is committed while the recovery waits for the old one.
      await tx.many({ text: 'select id from credentials.agent_keys for update', values: [] });
      const rotated = harness.current.call('POST', `${at}/me/rotate-key`, { token: agent.key });
      await untilBlocked(db, 1);
      const recovered = post('/recover/verify', { code });
      await untilBlocked(db, 2);
      return { answers: Promise.all([rotated, recovered]) };
    });
    const [rotated, recovered] = await answers;
    expect([rotated.status, recovered.status]).toEqual([201, 201]);
    expect(await me(rotated.body.api_key)).toBe(401);
    expect((await harness.current.call('GET', `${at}/me`, { token: recovered.body.api_key })).body.keys).toHaveLength(
      1,
    );
  });
});

describe('a recovery code', () => {
  it('works once, also when it is sent twice at the same time', async () => {
    const code = await codeOf(await given());
    const answers = await Promise.all([post('/recover/verify', { code }), post('/recover/verify', { code })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect((await post('/recover/verify', { code })).status).toBe(400);
  });

  it('a recovery code ends after six hours, and is then refused like an invalid one', async () => {
    const code = await codeOf(await given());
    harness.current.clock.advance(6 * 3600);
    const [late, unknown] = [await post('/recover/verify', { code }), await post('/recover/verify', { code: 'x' })];
    expect([late.status, late.text]).toEqual([400, unknown.text]);
  });

  it('a recovery code is not emailed again while one can be used, so a stranger cannot spoil it or fill a mailbox', async () => {
    const agent = await given();
    const code = await codeOf(agent);
    for (let turn = 0; turn < 3; turn += 1) expect(await codeOf(agent)).toBe(code);
    expect(await mailsTo(agent.email)).toHaveLength(2);
  });

  it('is asked for with the same answer by everybody', async () => {
    const { email, principalId } = await given();
    const answers = [
      await post('/recover', { principal_id: principalId, email }),
      await post('/recover', { principal_id: principalId, email: newEmail() }),
      await post('/recover', { principal_id: 'agt_unknown', email }),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    const { rows } = await harness.current.ctx.db.pool.query(
      'select 1 from agents.recoveries where principal_id = $1',
      [principalId],
    );
    expect(rows).toHaveLength(1);
  });

  it('a recovery code does not reactivate a suspended agent', async () => {
    const agent = await given();
    const code = await codeOf(agent);
    await harness.current.ctx.db.pool.query(`update credentials.principals set status = 'suspended' where id = $1`, [
      agent.principalId,
    ]);
    expect((await post('/recover/verify', { code })).status).toBe(400);
    await harness.current.ctx.db.pool.query(`update credentials.principals set status = 'active' where id = $1`, [
      agent.principalId,
    ]);
    expect((await post('/recover/verify', { code })).status).toBe(201);
  });

  it('is asked for and tried five times a minute from an address at most', async () => {
    const headers = freshAddress();
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const answer = await harness.current.call('POST', `${at}/recover/verify`, { body: { code: 'x' }, headers });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});
