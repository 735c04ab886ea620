import { describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { minimalIntake, submit } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { callTool, connect } from '#test/mcp/connect';

const harness = useHarness({ mcpAnonPerMin: 12, intakeAnonPerMin: 2, prelimAnonPerDay: 1 });
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const accept = { accept: 'application/json, text/event-stream' };

describe('limits of the MCP server', () => {
  it('every message of an address is counted, shows what is left, and gets 429 with Retry-After over the limit', async () => {
    const from = (address: string) =>
      harness.current.call('POST', '/mcp', { body: list, headers: { ...accept, 'x-forwarded-for': address } });
    const answers = [];
    for (let call = 0; call < 13; call += 1) answers.push(await from('203.0.113.70'));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"mcp";q=12;w=60');
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"mcp";r=11;t=(60|59)$/);
    const refused = answers[12];
    expect(refused?.headers.get('ratelimit')).toMatch(/^"mcp";r=0;t=\d+$/);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.body).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 'rate_limited' } } });
    expect((await from('203.0.113.71')).status).toBe(200);
  });

  it('submissions share the counter of POST /intakes', async () => {
    const address = '203.0.113.72';
    const headers = { 'x-forwarded-for': address };
    expect((await submit(harness.current, minimalIntake(), { headers })).status).toBe(201);
    const client = await connect(harness.current, { address });
    expect((await callTool(client, 'submit_case', minimalIntake())).body.result).toBe('created');
    const third = await callTool(client, 'submit_case', minimalIntake());
    expect([third.isError, third.body.code, third.body.retry_after_s > 0]).toEqual([true, 'rate_limited', true]);
    expect(third.body.next_step).toContain('retry_after_s');
    expect((await submit(harness.current, minimalIntake(), { headers })).status).toBe(429);
    await client.close();
  });

  it('agents get six times as much, by their key', async () => {
    const { key } = await givenAgent(harness.current);
    const headers = { ...accept, authorization: `Bearer ${key}`, 'x-forwarded-for': '203.0.113.73' };
    const { headers: told } = await harness.current.call('POST', '/mcp', { body: list, headers });
    expect(told.get('ratelimit-policy')).toBe('"mcp";q=72;w=60');
  });

  it('a client without a key has daily market reads, shared with submissions, and none is stored', async () => {
    const client = await connect(harness.current, { address: '203.0.113.74' });
    const car = { year: 2003, make: 'Honda', model: 'Accord', zip: '78701' };
    const rows = async () =>
      harness.current.owner.find({ text: 'select count(*)::int as many from market.snapshots', values: [] });
    const before = await rows();
    const first = await callTool(client, 'read_market', car);
    expect([first.isError, first.body.preliminary.snapshot_id]).toEqual([false, null]);
    const second = await callTool(client, 'read_market', car);
    expect([second.isError, second.body.code]).toEqual([true, 'rate_limited']);
    // Waiting a day is not useful, so there is no wait time, and the owner is helped without a read.
    expect(second.body).toMatchObject({ next_step: expect.stringMatching(/^Continue without a market read/) });
    expect(second.body.retry_after_s).toBeUndefined();
    expect(await rows()).toEqual(before);
    await client.close();
    const { key } = await givenAgent(harness.current);
    const agent = await connect(harness.current, { key });
    for (let read = 0; read < 3; read += 1) expect((await callTool(agent, 'read_market', car)).isError).toBe(false);
    await agent.close();
  });
});
