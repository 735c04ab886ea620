import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeFor, givenAgent, registrationBody } from '../../server/src/modules/agents/testing.ts';
import { minimalIntake } from '../../server/src/modules/intakes/testing.ts';
import { makeReport } from '../../server/test/reports/corpus.ts';
import { useHarness } from '../../server/test/harness.ts';
import { startFaultyRelay, type FaultyRelay } from '../test/faulty-relay.ts';
import { isMakewholeError, Makewhole, type AgentError } from './index.ts';

const harness = useHarness();
const baseUrl = 'http://makewhole.test';
let relay: FaultyRelay;

beforeAll(async () => {
  relay = await startFaultyRelay(harness.current.baseUrl, baseUrl);
});
beforeEach(() => relay.forget());
afterAll(() => relay.close());

const client = (options: Parameters<typeof Makewhole.agent>[0] = {}) =>
  Makewhole.agent({ baseUrl, fetch: relay.fetch, ...options });

async function errorOf(call: Promise<unknown>): Promise<AgentError> {
  try {
    await call;
  } catch (error) {
    if (isMakewholeError(error)) return error as AgentError;
    throw error;
  }
  throw new Error('the call succeeded');
}

describe('the agent client, against the real service', () => {
  it('submits, follows with the poll token, and gets validation issues', async () => {
    const agent = client();
    const receipt = await agent.intakes.create({ ...minimalIntake(), external_ref: 'ticket-1' });
    expect(receipt.external_ref).toBe('ticket-1');
    const pollToken = 'poll_token' in receipt ? receipt.poll_token : undefined;
    const followed = await agent.intakes.get(receipt.intake_id, { pollToken });
    expect(followed.intake_id).toBe(receipt.intake_id);

    const error = await errorOf(agent.intakes.create({ ...minimalIntake(), external_ref: '' }));
    expect([error.code, error.status, error.attempts]).toEqual(['invalid_request', 400, 1]);
    expect(new Set(error.issues.map(({ path }) => path))).toEqual(new Set(['external_ref']));
    expect(error.requestId).toMatch(/^req_/);
    expect(error.page).toMatch(/^http:\/\/makewhole\.test\/developers\//);
    expect((await errorOf(agent.intakes.get('int_none', { pollToken }))).status).toBeGreaterThanOrEqual(401);
  });

  it('goes from the agreement to a key, an account, a webhook, a new key, and a recovered one', async () => {
    const agent = client();
    const { version } = await agent.agreement.get();
    const body = registrationBody();
    const { email } = body.operator;
    const started = await agent.registration.start({ ...body, agreement: { accepted: true, version } });
    const code = codeFor(harness.current, email);
    const { api_key: key, principal_id: principalId } = await agent.registration.verify({
      registration_id: started.registration_id,
      code,
    });

    const registered = client({ key });
    expect(Object.keys(await registered.me.get())).toContain('webhook');
    const { secret } = await registered.me.webhook.set({ url: 'https://hooks.example.com/agent' });
    expect(secret).toMatch(/^whsec_/);
    expect(await registered.me.webhook.remove()).toEqual({ deleted: true });
    const rotated = await registered.me.rotateKey();
    expect((await errorOf(registered.me.get())).code).toBe('unauthorized');
    expect(await client({ key: rotated.api_key }).me.get()).toBeTruthy();

    const recovery = { principal_id: principalId, email };
    expect((await agent.recovery.start(recovery)).status).toBe('sent_if_registered');
    await harness.current.sendMessages();
    const mails = harness.current.mailbox.to(email).map(({ mail }) => mail.text ?? '');
    const [recoveryCode = ''] = /svc_recovery_\w+/.exec(mails.join('\n')) ?? [];
    const recovered = await agent.recovery.verify({ code: recoveryCode });
    expect(await client({ key: recovered.api_key }).me.get()).toMatchObject({ principal_id: principalId });
    expect((await errorOf(agent.recovery.verify({ code: recoveryCode }))).status).toBe(400);
  });

  it('sends a report, and gets an error for a text that is not a PDF', async () => {
    const { key } = await givenAgent(harness.current);
    const agent = client({ key });
    const { intake_id: id } = await agent.intakes.create(minimalIntake());
    const { pdf } = await makeReport('ccc', 1);
    expect((await agent.intakes.attachReport(id, pdf)).intake_id).toBe(id);
    const error = await errorOf(agent.intakes.attachReport(id, new TextEncoder().encode('no report')));
    expect([error.code, error.attempts]).toEqual(['invalid_request', 1]);
    expect(relay.heard.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data/);
  });
});

describe('a failed call', () => {
  it('is retried under the same key: one intake, although the first response was lost', async () => {
    relay.fail('drop after');
    const receipt = await client({ onRetry: () => {} }).intakes.create(minimalIntake());
    expect(receipt.idempotent_replay).toBe(true);
    const keys = relay.heard.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('can be repeated with an earlier key: the same body succeeds, another is refused', async () => {
    const agent = client();
    const request = minimalIntake();
    const first = await agent.intakes.create(request, { idempotencyKey: 'mine' });
    const again = await agent.intakes.create(request, { idempotencyKey: 'mine' });
    expect([again.intake_id, again.idempotent_replay]).toEqual([first.intake_id, true]);
    const error = await errorOf(agent.intakes.create(minimalIntake(), { idempotencyKey: 'mine' }));
    expect([error.code, error.status, error.idempotencyKey]).toEqual(['idempotency_conflict', 409, 'mine']);
  });

  it('waits as long as a 429 requires, within its limit', async () => {
    const waits: number[] = [];
    const limited = (seconds: string) => ({
      status: 429,
      headers: { 'retry-after': seconds, 'content-type': 'application/json' },
      body: JSON.stringify({ error: 'slow down', code: 'rate_limited' }),
    });
    relay.fail(limited('1'));
    await client({ onRetry: (_error, waitMs) => void waits.push(waitMs) }).agreement.get();
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
    expect(waits[0]).toBeLessThanOrEqual(1500);

    relay.fail(limited('3600'));
    const error = await errorOf(client().agreement.get());
    expect([error.code, error.retryAfterS, error.attempts]).toEqual(['rate_limited', 3600, 1]);
  });

  it('is retried after a 5xx, and fails after the last attempt', async () => {
    relay.fail({ status: 502, body: '<html>bad gateway</html>' }, { status: 503, body: '' });
    expect((await client().agreement.get()).version).toBe('2026-09-17');
    expect(relay.heard).toHaveLength(3);
    relay.fail({ status: 502 }, { status: 502 });
    const error = await errorOf(client({ retries: 1 }).agreement.get());
    expect([error.code, error.status, error.attempts]).toEqual(['unexpected_answer', 502, 2]);
  });

  it('is not retried if repeating it would have another effect', async () => {
    const { key } = await givenAgent(harness.current);
    relay.fail('drop before');
    expect((await errorOf(client({ key }).me.rotateKey())).code).toBe('connection_failed');
    relay.fail({ status: 503 });
    expect((await errorOf(client({ key }).me.webhook.set({ url: 'https://hooks.example.com/' }))).status).toBe(503);
    expect(relay.heard).toHaveLength(2);
  });

  it('is reported as an error if the response is not JSON', async () => {
    relay.fail({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>welcome to the hotel</html>' });
    const error = await errorOf(client().agreement.get());
    expect([error.code, error.status, error.attempts]).toEqual(['unexpected_answer', 200, 1]);
    expect(error.message).not.toContain('hotel');
    relay.fail({ status: 302, headers: { location: 'https://elsewhere.example/' } });
    expect((await errorOf(client().agreement.get())).status).toBe(302);
  });

  it('stops at the timeout, and immediately when the caller aborts', async () => {
    relay.fail('hang');
    const late = await errorOf(client({ timeoutMs: 500, retries: 0 }).agreement.get());
    expect(late.code).toBe('timeout');
    // Long enough for the second attempt, even on a busy machine.
    relay.fail('hang');
    expect((await client({ timeoutMs: 2_000 }).agreement.get({})).version).toBe('2026-09-17');
    relay.fail('hang');
    const call = client().agreement.get({ signal: AbortSignal.timeout(50) });
    expect((await errorOf(call)).code).toBe('aborted');
    expect((await errorOf(client().agreement.get({ signal: AbortSignal.abort() }))).code).toBe('aborted');
  });

  it('never shows the key in an error', async () => {
    const key = `svc_agent_${'x'.repeat(32)}`;
    const error = await errorOf(client({ key }).me.get());
    expect(error.code).toBe('unauthorized');
    expect(JSON.stringify(error) + String(error) + (error.stack ?? '')).not.toContain(key);
  });
});
