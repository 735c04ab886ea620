import { describe, expect, it } from 'vitest';
import { minimalIntake } from '#testing/intakes';
import { useHarness, type CallOptions } from '#test/harness';
import { connect, eras, messageOf, readAnswer, type Era } from '#test/mcp/connect';

const harness = useHarness({ mcpAnonPerMin: 100_000 });

const post = (options: CallOptions, path = '/mcp') => harness.current.call('POST', path, options);
const ask = async (era: Era, method: string, params?: object) => {
  const { status, text } = await post(messageOf(era, method, params));
  return { status, text, body: readAnswer(text) };
};

/** Typical messages of libraries: validators, languages, file paths. */
const foreign = /expected|received|invalid_type|zod|ajv|node_modules|Error:|at \w+ \(|disabled/i;

describe.each(eras)('a client of protocol era %s', (era) => {
  it('a client learns that a missing resource is its own mistake, with the address', async () => {
    for (const uri of [
      'makewhole://docs/nope',
      'makewhole://docs/%E0%A4%A',
      'makewhole://nothing',
      'file:///etc/passwd',
    ]) {
      const { body } = await ask(era, 'resources/read', { uri });
      expect([uri, body.error]).toMatchObject([uri, { code: -32_602, data: { uri } }]);
      expect(body.error.message).not.toMatch(foreign);
    }
    const client = await connect(harness.current, { era });
    const traversal = client.readResource({ uri: 'makewhole://docs/../../etc/passwd' });
    await expect(traversal).rejects.toMatchObject({ code: -32_602 });
    await client.close();
  });

  it('a client gets messages about its params in our words, never as a failure of ours', async () => {
    const wrong: [string, object | undefined, string][] = [
      ['resources/read', {}, 'uri'],
      ['resources/read', { uri: 7 }, 'uri'],
      ['resources/read', { uri: `makewhole://docs/${'x'.repeat(3000)}` }, 'uri'],
      ['tools/call', {}, 'name'],
      ['tools/call', { name: 7 }, 'name'],
      ['tools/call', { name: 'x'.repeat(100_000) }, 'name'],
      ['tools/call', { name: 'get_service_facts', arguments: [1] }, 'arguments'],
      ['tools/call', { name: 'get_service_facts', arguments: 'x' }, 'arguments'],
      ['prompts/get', {}, 'name'],
      ['prompts/get', { name: 'help_owner', arguments: { a: 1 } }, 'arguments.a'],
      ['tools/list', { cursor: 7 }, 'cursor'],
    ];
    for (const [method, params, path] of wrong) {
      const { status, text, body } = await ask(era, method, params);
      expect([method, status, body]).toMatchObject([
        method,
        200,
        { id: 1, error: { code: -32_602, data: { issues: [{ path }] } } },
      ]);
      expect(text.length).toBeLessThan(600);
      expect(text).not.toMatch(foreign);
    }
  });

  it('a client with an invalid tool name finds no tool, and the name is not repeated', async () => {
    const names = ['drop_tables', '__proto__', 'constructor', 'toString', '../submit_case', 'Submit_Case', '<script>'];
    for (const name of names) {
      const { body, text } = await ask(era, 'tools/call', { name, arguments: {} });
      expect([name, body.error.code, body.error.message]).toEqual([
        name,
        -32_602,
        expect.stringContaining('not found'),
      ]);
      expect(text).not.toContain(name);
    }
    const { body } = await ask(era, 'prompts/get', { name: 'constructor' });
    expect(body.error.code).toBe(-32_602);
  });

  it('a client gets a response to unknown methods, which change nothing', async () => {
    for (const method of [
      'tools/destroy',
      'logging/setLevel',
      'resources/subscribe',
      'completion/complete',
      'x'.repeat(5000),
    ]) {
      const { body, text } = await ask(era, method, { level: 'debug', uri: 'makewhole://pricing' });
      expect([method.slice(0, 40), body.error.code]).toEqual([method.slice(0, 40), -32_601]);
      expect(text.length).toBeLessThan(200);
    }
  });
});

describe('a hostile client', () => {
  const raw = (text: string, headers: Record<string, string> = {}) =>
    post({
      raw: text,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    });
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

  it('a hostile client gains nothing with bodies that are deep, wide or numerous', async () => {
    const about = (given: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_submission","arguments":${given}}}`;
    const bodies = {
      batch: `[${list}]`,
      'many at once': `[${Array.from({ length: 5000 }, () => list).join(',')}]`,
      deep: about(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
      'deep lists': about(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      wide: about(`{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
      null: 'null',
      text: '"x"',
    };
    for (const [what, text] of Object.entries(bodies)) {
      const answer = await raw(text);
      // JSON that is not a message has another code than text that is not JSON.
      expect([what, answer.status, answer.body.error.code]).toEqual([what, 400, -32_600]);
      expect(answer.text.length).toBeLessThan(300);
    }
    for (const text of ['{', '{"a":', 'x', '{"a":1}}'])
      expect([text, (await raw(text)).body.error.code]).toEqual([text, -32_700]);
  });

  it('a hostile client is refused for unknown revisions, invalid ids and contradictory headers', async () => {
    const initialize = (params: object) => raw(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
    const about = { capabilities: {}, clientInfo: { name: 'synthetic', version: '1' } };
    for (const params of [
      {},
      { ...about, protocolVersion: 7 },
      { ...about, protocolVersion: '2025-11-25', clientInfo: 'x' },
    ]) {
      const { text } = await initialize(params);
      expect([readAnswer(text).error.code, foreign.test(text)]).toEqual([-32_602, false]);
    }
    // A violation that only the packages' validator detects is the client's mistake as well.
    const { text: nested } = await initialize({ ...about, protocolVersion: '2025-11-25', capabilities: { roots: 7 } });
    expect([readAnswer(nested).error.code, foreign.test(nested)]).toEqual([-32_602, false]);
    const { text: older } = await initialize({ ...about, protocolVersion: '1999-01-01' });
    expect(readAnswer(older).result.protocolVersion).toBe('2025-11-25');
    expect((await raw(list, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    for (const id of ['{"a":1}', 'null', '1.5', '[1]'])
      expect([id, (await raw(list.replace(':1,', `:${id},`))).status]).toEqual([id, 400]);
    const long = await raw(JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(100_000), method: 'tools/list' }));
    expect([readAnswer(long.text).error.code, long.text.length < 200]).toEqual([-32_600, true]);
    const call = messageOf('2026-07-28', 'tools/call', { name: 'get_service_facts' });
    for (const header of ['mcp-method', 'mcp-name', 'mcp-protocol-version']) {
      const { status } = await post({ ...call, headers: { ...call.headers, [header]: 'tools/list' } });
      expect([header, status]).toEqual([header, 400]);
    }
  });

  it('a hostile client gets our words when the packages refuse it, and little of its own input', async () => {
    const call = messageOf('2026-07-28', 'tools/call', { name: 'get_service_facts' });
    const long = 'v'.repeat(6000);
    const withHeaders = (headers: Record<string, string>) =>
      post({ ...call, headers: { ...call.headers, ...headers } });
    const { 'mcp-method': _method, ...withoutMethod } = call.headers as Record<string, string>;
    const claimed = JSON.parse(JSON.stringify(call.body).replace('"2026-07-28"', `"${long}"`));
    const refusals: [string, Awaited<ReturnType<typeof post>>, number, RegExp][] = [
      [
        'legacy version',
        await raw(list, { 'mcp-protocol-version': '1'.repeat(6000) }),
        400,
        /supported revisions: 2026-07-28, /,
      ],
      ['version', await withHeaders({ 'mcp-protocol-version': long }), 400, /headers and the body disagree/],
      ['method', await withHeaders({ 'mcp-method': 'evil' }), 400, /headers and the body disagree/],
      ['name', await withHeaders({ 'mcp-name': 'evil' }), 400, /headers and the body disagree/],
      ['no method', await post({ ...call, headers: withoutMethod }), 400, /headers and the body disagree/],
      [
        'claimed version',
        await post({ headers: { ...call.headers, 'mcp-protocol-version': long }, body: claimed }),
        400,
        /supported revisions: 2026-07-28, /,
      ],
      ['no envelope', await raw(list, { 'mcp-protocol-version': '2026-07-28' }), 400, /^Invalid params: _meta needs/],
      ['accept', await raw(list, { accept: 'text/html' }), 406, /^Send Accept: application\/json, text\/event-stream/],
      ['no message', await raw('{"id":1,"evil":true}'), 400, /not a JSON-RPC 2.0 message/],
    ];
    for (const [what, { status, text }, wanted, words] of refusals) {
      const { message } = readAnswer(text).error;
      expect([what, status, message]).toEqual([what, wanted, expect.stringMatching(words)]);
      expect([what, text.length < 600, /Bad Request|Not Acceptable|evil/.test(text)]).toEqual([what, true, false]);
    }
  });

  it("sessions do not exist, so a hostile client cannot use its own or another's", async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await harness.current.call(method, '/mcp', { headers: { 'mcp-session-id': 'x' } })).status).toBe(405);
    const { status, headers, text } = await raw(list, { 'mcp-session-id': 'somebody-elses', 'last-event-id': '7' });
    expect([status, headers.get('mcp-session-id'), text.includes('somebody-elses')]).toEqual([200, null, false]);
  });

  it('a hostile client cannot submit by a notification, which gets no response', async () => {
    const rows = { text: 'select count(*)::int as many from intakes.intakes', values: [] };
    const before = await harness.current.owner.find(rows);
    const params = { name: 'submit_case', arguments: minimalIntake() };
    for (const method of ['tools/call', 'notifications/tools/call'])
      expect((await raw(JSON.stringify({ jsonrpc: '2.0', method, params }))).status).toBe(202);
    expect((await raw('{"jsonrpc":"2.0","id":1,"result":{}}')).status).toBe(202);
    expect(await harness.current.owner.find(rows)).toEqual(before);
  });
});
