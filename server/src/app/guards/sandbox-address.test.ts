import { describe, expect, it } from 'vitest';
import { givenTestAgent } from '#testing/sandbox/agent-sandbox';
import { freshAddress, givenAgent } from '#testing/agents';
import { useHarness, type Answer } from '#test/harness';
import { messageOf } from '#test/mcp/connect';

/** With one submission a minute, an address has thirty calls with sandbox keys. */
const harness = useHarness({ intakeAnonPerMin: 1 });
const most = 30;

type Headers = Record<string, string>;
type Ask = (token: string, headers: Headers, sandbox?: boolean) => Promise<Answer>;

const surfaces: Readonly<Record<string, Ask>> = {
  'the agent interface': (token, headers, sandbox = true) =>
    harness.current.call('GET', `${sandbox ? '/sandbox' : ''}/api/agent/v1/me`, { token, headers }),
  'the MCP server': (token, headers, sandbox = true) => {
    const list = messageOf('2026-07-28', 'tools/list');
    const path = `${sandbox ? '/sandbox' : ''}/mcp`;
    return harness.current.call('POST', path, { ...list, token, headers: { ...list.headers, ...headers } });
  },
  'the console': (token, headers) => harness.current.call('GET', '/api/agent-console/v1/settings', { token, headers }),
};

const givenKeys = async (many: number) => {
  const agents = await Promise.all(Array.from({ length: many }, () => givenTestAgent(harness.current)));
  return agents.map(({ key }) => key);
};

describe.each(Object.entries(surfaces))('sandbox keys at %s', (_surface, ask) => {
  it('sandbox keys are counted by address: more keys do not allow more calls', async () => {
    const [headers, [first = '', second = '', third = '']] = [freshAddress(), await givenKeys(3)];
    const statuses = [];
    for (let call = 0; call < most; call += 1) statuses.push((await ask(call % 2 ? first : second, headers)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await ask(third, headers);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    // From another address the same key continues to work, and here a live key does.
    expect((await ask(third, freshAddress())).status).toBe(200);
    const { key: live } = await givenAgent(harness.current);
    expect((await ask(live, headers, false)).status).toBe(200);
  });
});

describe('sandbox keys', () => {
  it('the limit of all sandbox keys of an address is shared', async () => {
    const [headers, [key = '']] = [freshAddress(), await givenKeys(1)];
    const asks = Object.values(surfaces);
    for (let call = 0; call < most; call += 1)
      expect((await asks[call % asks.length]?.(key, headers))?.status).toBe(200);
    for (const ask of asks) expect((await ask(key, headers)).status).toBe(429);
  });
});
