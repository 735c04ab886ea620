import { describe, expect, it } from 'vitest';
import { minimalIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';

const harness = useHarness();
const accept = { accept: 'application/json, text/event-stream' };

/** A call as clients of the session-less era send it. */
const modern = (name: string, given: object) => ({
  headers: { ...accept, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: given,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'synthetic', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
});
const legacy = (name: string, given: object) => ({
  headers: accept,
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
});

describe('200 concurrent calls', () => {
  it('all concurrent calls get a response, in both eras, each submission once and none with a 5xx', async () => {
    const calls = Array.from({ length: 200 }, (_, index) => {
      const form = index % 2 === 0 ? modern : legacy;
      if (index % 5 === 0) return form('submit_case', minimalIntake());
      if (index % 5 === 1) return form('check_submission', {});
      return form('get_service_facts', {});
    });
    const answers = await Promise.all(calls.map((call) => harness.current.call('POST', '/mcp', call)));
    const statuses = Object.groupBy(answers, ({ status }) => status);
    expect(Object.fromEntries(Object.entries(statuses).map(([status, group]) => [status, group?.length]))).toEqual({
      200: 200,
    });
    expect(answers.filter(({ text }) => text.includes('"isError":true'))).toHaveLength(0);
    const created = answers.filter(({ text }) => text.includes('\\"result\\":\\"created\\"'));
    expect(created).toHaveLength(40);
    const text = 'select count(*)::int as many from intakes.intakes';
    expect(await harness.current.owner.find({ text, values: [] })).toEqual({ many: 40 });
  });
});
