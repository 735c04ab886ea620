import { describe, expect, it } from 'vitest';
import { givenTestAgent } from '#testing/sandbox/agent-sandbox';
import { givenAgent } from '#testing/agents';
import { minimalIntake, press, type CreatedReceipt } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { callTool, connect } from '#test/mcp/connect';

// A case that ends before its stored response does.
const harness = useHarness({
  intakeAnonPerMin: 1000,
  mcpAnonPerMin: 1000,
  intakeTtlDays: 1,
  idempotencyTtlHours: 72,
});

const address = '203.0.113.81';
const anHour = 3_600;

const endings = {
  declined: async (receipt: CreatedReceipt) =>
    expect((await press(harness.current, receipt, 'decline')).status).toBeLessThan(400),
  expired: async () => harness.current.clock.advance(25 * anHour),
};

const callers = [
  ['live, without a key', '/mcp', async () => undefined],
  ['live, with a key', '/mcp', async () => (await givenAgent(harness.current)).key],
  ['in the sandbox, without a key', '/sandbox/mcp', async () => undefined],
  ['in the sandbox, with a key', '/sandbox/mcp', async () => (await givenTestAgent(harness.current)).key],
] as const;

describe.each(callers)('the same case again, %s', (_who, path, givenKey) => {
  const connectAs = (key: string | undefined) =>
    connect(harness.current, { path, address, ...(key === undefined ? {} : { key }) });

  it.each(['declined', 'expired'] as const)(
    'a repeated case is accepted once the first is %s, and only once',
    async (ending) => {
      const key = await givenKey();
      const clients = await Promise.all(Array.from({ length: 4 }, () => connectAs(key)));
      const [client = await connectAs(key)] = clients;
      const given = minimalIntake();
      const first = (await callTool(client, 'submit_case', given)).body;
      expect((await callTool(client, 'submit_case', given)).body).toMatchObject({
        result: 'replayed',
        receipt: { intake_id: first.receipt.intake_id },
      });
      await endings[ending](first.receipt);

      const answers = await Promise.all(clients.map((one) => callTool(one, 'submit_case', given)));
      const results = answers.map(({ body }) => body.result);
      expect(results.toSorted()).toEqual(['created', 'replayed', 'replayed', 'replayed']);
      const [second, ...more] = new Set(answers.map(({ body }) => body.receipt.intake_id));
      expect([more, second === first.receipt.intake_id]).toEqual([[], false]);
      const created = answers.find(({ body }) => body.result === 'created')?.body.receipt;
      const { intake_id: id, poll_token: token } = created;
      const open = await callTool(client, 'get_case', { intake_id: id, poll_token: token });
      expect([open.isError, open.body.receipt.status]).toEqual([false, 'received']);
      await Promise.all(clients.map((one) => one.close()));
    },
  );
});

it('a former duplicate is accepted once the other case has ended', async () => {
  const key = (await givenAgent(harness.current)).key;
  const client = await connect(harness.current, { key, address });
  const email = minimalIntake().customer.email!;
  const other = minimalIntake({ customer: { email }, external_ref: 'the first' });
  const given = minimalIntake({ customer: { email } });
  const { receipt } = (await callTool(client, 'submit_case', other)).body;
  for (let round = 0; round < 2; round += 1)
    expect((await callTool(client, 'submit_case', given)).body.result).toBe('duplicate');
  await endings.declined(receipt);
  expect((await callTool(client, 'submit_case', given)).body.result).toBe('created');
  await client.close();
});

it('a key that the client chose keeps its response, as over HTTP', async () => {
  const client = await connect(harness.current, { address });
  const given = { ...minimalIntake(), idempotency_key: crypto.randomUUID() };
  const { receipt } = (await callTool(client, 'submit_case', given)).body;
  await endings.declined(receipt);
  expect((await callTool(client, 'submit_case', given)).body).toMatchObject({
    result: 'replayed',
    receipt: { intake_id: receipt.intake_id },
  });
  await client.close();
});
