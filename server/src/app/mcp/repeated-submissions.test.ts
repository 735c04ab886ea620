import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#lib/json/canonical-json';
import { givenAgent } from '#testing/agents';
import { minimalIntake, submit } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { callTool, connect } from '#test/mcp/connect';

const harness = useHarness({ intakeAnonPerMin: 1000, mcpAnonPerMin: 1000 });

/** All clients behind the same router. */
const shared = '203.0.113.80';
const behindIt = { headers: { 'x-forwarded-for': shared } };

/** Contains nothing with which another person could confirm for the owner, or follow the case. */
const expectNoSecret = (text: string) => {
  expect(text).not.toMatch(/\/c\//);
  expect(text).not.toMatch(/"poll_token"/);
};

describe.each(['/mcp', '/sandbox/mcp'])('another person at the same address, who knows the case, at %s', (path) => {
  it('another person gets no link, message or token by sending the case again', async () => {
    const given = minimalIntake();
    const [first, other] = [
      await connect(harness.current, { path, address: shared }),
      await connect(harness.current, { path, address: shared }),
    ];
    const created = (await callTool(first, 'submit_case', given)).body;
    expect(created).toMatchObject({ result: 'created', receipt: { customer_message: expect.stringMatching(/\/c\//) } });
    const { isError, body } = await callTool(other, 'submit_case', given);
    expect([isError, body.result, body.receipt.intake_id]).toEqual([false, 'replayed', created.receipt.intake_id]);
    expect(body.receipt).toMatchObject({ customer_confirmation_url: null, customer_message: null });
    expect(body.next_step).toContain('counts once');
    expectNoSecret(JSON.stringify(body));
    await Promise.all([first.close(), other.close()]);
  });

  it('another person gets none by guessing our key, here or over HTTP', async () => {
    const given = minimalIntake();
    const client = await connect(harness.current, { path, address: shared });
    expect((await callTool(client, 'submit_case', given)).body.result).toBe('created');
    const digest = createHash('sha256').update(canonicalJson(given)).digest('hex');
    const api = `${path.replace('/mcp', '')}/api/agent/v1/intakes`;
    for (const key of [digest, `case-${digest}`]) {
      const named = (await callTool(client, 'submit_case', { ...given, idempotency_key: key })).body;
      expect(named.result).toBe('duplicate');
      expectNoSecret(JSON.stringify(named));
      const headers = { ...behindIt.headers, 'idempotency-key': `${key}-http` };
      for (const sent of [headers, { ...headers, 'idempotency-key': key }, behindIt.headers]) {
        const { status, text } = await harness.current.call('POST', api, { body: given, headers: sent });
        expect([status, text.includes('"duplicate"')]).toEqual([200, true]);
        expectNoSecret(text);
      }
    }
    await client.close();
  });

  it('another person gets none by sending it concurrently: only one submission has the link', async () => {
    const given = minimalIntake();
    const clients = await Promise.all(
      Array.from({ length: 6 }, () => connect(harness.current, { path, address: shared })),
    );
    const answers = await Promise.all(clients.map((client) => callTool(client, 'submit_case', given)));
    expect(answers.map(({ body }) => body.result).toSorted()).toEqual([
      'created',
      ...Array.from({ length: 5 }, () => 'replayed'),
    ]);
    expect(answers.filter(({ body }) => JSON.stringify(body).includes('/c/'))).toHaveLength(1);
    await Promise.all(clients.map((client) => client.close()));
  });
});

describe('callers who may have the same result again', () => {
  it('an agent by its key, and a client that chose its own key, get the same result again', async () => {
    const { key } = await givenAgent(harness.current);
    const agent = await connect(harness.current, { key, address: shared });
    const nobody = await connect(harness.current, { address: shared });
    const named = { ...minimalIntake(), idempotency_key: crypto.randomUUID() };
    for (const [client, given] of [
      [agent, minimalIntake()],
      [nobody, named],
    ] as const) {
      const { receipt } = (await callTool(client, 'submit_case', given)).body;
      const again = (await callTool(client, 'submit_case', given)).body;
      expect(again).toMatchObject({
        result: 'replayed',
        receipt: { customer_confirmation_url: receipt.customer_confirmation_url },
      });
      expect(again.receipt.poll_token).toBeUndefined();
    }
    await Promise.all([agent.close(), nobody.close()]);
  });

  it('over HTTP the same key with the same body gets it again, as the contract says, and nobody without a key', async () => {
    const body = minimalIntake();
    const headers = { ...behindIt.headers, 'idempotency-key': crypto.randomUUID() };
    const first = await submit(harness.current, body, { headers });
    const again = await submit(harness.current, body, { headers });
    expect([again.status, again.body.customer_confirmation_url]).toEqual([200, first.body.customer_confirmation_url]);
    const unnamed = await submit(harness.current, body, behindIt);
    expect([unnamed.status, unnamed.body.status]).toEqual([200, 'duplicate']);
    expectNoSecret(unnamed.text);
  });
});
