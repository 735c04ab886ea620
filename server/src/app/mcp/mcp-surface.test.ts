import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { minimalIntake } from '#testing/intakes';
import { givenListings } from '#testing/vehicles/market';
import { useHarness } from '#test/harness';
import { callTool, connect, eras } from '#test/mcp/connect';
import { toolNames } from './tool-messages.ts';

const harness = useHarness();

/** A message of the 2025 era, as a client without a library would write it. */
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const accept = { accept: 'application/json, text/event-stream' };
const post = (body: unknown, headers: Record<string, string> = {}) =>
  harness.current.call('POST', '/mcp', { body, headers: { ...accept, ...headers } });

describe.each(eras)('the MCP server for a client of protocol era %s', (era) => {
  it('the server is found, lists its tools, and takes a case from discovery to a 201', async () => {
    const catalog = await harness.current.call('GET', '/.well-known/mcp/catalog.json');
    const card = await harness.current.call('GET', new URL(catalog.body.entries[0].url).pathname);
    const { pathname: path } = new URL(card.body.remotes[0].url);
    const client = await connect(harness.current, { era, path });
    expect(client.getServerVersion()).toMatchObject({ name: card.body.name, version: card.body.version });
    expect(client.getInstructions()).toContain('get_service_facts');

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolNames);
    const { body: facts } = await callTool(client, 'get_service_facts');
    expect(facts.consent.read_to_the_owner.en).toContain('Do you want me to send it?');

    const given = minimalIntake();
    expect((await callTool(client, 'check_submission', given)).body.would_be_accepted).toBe(true);
    const { isError, body } = await callTool(client, 'submit_case', given);
    expect([isError, body.result, body.receipt.status]).toEqual([false, 'created', 'received']);
    const { intake_id: id, poll_token: token } = body.receipt;
    const polled = await harness.current.call('GET', `/api/agent/v1/intakes/${id}`, { token });
    expect([polled.status, polled.body.intake_id]).toEqual([200, id]);
    const { body: seen } = await callTool(client, 'get_case', { intake_id: id, poll_token: token });
    expect(seen.receipt).toEqual(polled.body);
    await client.close();
  });

  it('every schema works in every validator, and every result follows its own schema', async () => {
    const { key } = await givenAgent(harness.current);
    const car = { year: 2003, make: 'Honda', model: 'Accord' };
    await givenListings(
      harness.current.ctx,
      Array.from({ length: 12 }, () => ({ year: 2003 })),
    );
    const client = await connect(harness.current, { era, key });
    const { tools } = await client.listTools();
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { date: true, email: true, uri: true } });
    const calls: Record<string, () => object> = {
      get_service_facts: () => ({}),
      read_market: () => ({ ...car, zip: '78701', odometer: 80_000, acv_offer_cents: 500_000 }),
      check_submission: () => ({ customer: {} }),
      submit_case: () => minimalIntake(),
      get_case: () => ({ intake_id: created.intake_id }),
      attach_report: () => ({ intake_id: created.intake_id, content_base64: 'JVBERi0xLjcK' }),
      list_my_cases: () => ({ limit: 1 }),
      search_docs: () => ({ query: 'agreement' }),
    };
    const created = (await callTool(client, 'submit_case', minimalIntake())).body.receipt;
    const outcomes: Record<string, boolean> = {};
    for (const { name, inputSchema, outputSchema, annotations, title, description } of tools) {
      expect([title?.length, description?.length, annotations?.readOnlyHint].every((one) => one !== undefined)).toBe(
        true,
      );
      const [input, output] = [ajv.compile(inputSchema as object), ajv.compile((outputSchema ?? {}) as object)];
      const given = calls[name]?.() ?? {};
      expect([name, input(given), input.errors]).toEqual([name, true, null]);
      const result = await client.callTool({ name, arguments: { ...given } });
      outcomes[name] = result.isError !== true;
      if (result.isError) continue;
      expect([name, output(result.structuredContent), output.errors]).toEqual([name, true, null]);
      const [text] = result.content as { text: string }[];
      expect(JSON.parse(text?.text ?? '')).toEqual(result.structuredContent);
    }
    // These eight bytes are not a report, which is refused; the others all have a result.
    expect(outcomes).toEqual({ ...Object.fromEntries(toolNames.map((name) => [name, true])), attach_report: false });
    await client.close();
  });

  it('the server has exactly its resources and prompt, in Markdown', async () => {
    const client = await connect(harness.current, { era });
    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(4);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.stringMatching(/\S/) }]);
    }
    const { contents } = await client.readResource({ uri: 'makewhole://pricing' });
    expect(JSON.stringify(contents)).toContain('| Representation | $497 | $472 |');
    await expect(client.readResource({ uri: 'makewhole://docs/../../etc/passwd' })).rejects.toThrow(
      /not found|No page/,
    );
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/not found|No page/);
    const { messages } = await client.getPrompt({ name: 'help_owner' });
    expect(JSON.stringify(messages)).toContain('is not my yes');
    await client.close();
  });

  it('an unknown tool or method gets a protocol error', async () => {
    const client = await connect(harness.current, { era });
    await expect(client.callTool({ name: 'drop_tables', arguments: {} })).rejects.toThrow(/not found/);
    await client.close();
  });
});

describe('the MCP server of the sandbox', () => {
  it('the sandbox server makes sandbox cases, reports that, and accepts no live key', async () => {
    const client = await connect(harness.current, { path: '/sandbox/mcp' });
    expect(client.getServerVersion()?.name).toMatch(/makewhole-sandbox$/);
    expect(client.getInstructions()).toContain('This is the sandbox');
    const { body } = await callTool(client, 'submit_case', minimalIntake());
    const { intake_id: id, poll_token: token } = body.receipt;
    const statusAt = async (prefix: string) =>
      (await harness.current.call('GET', `${prefix}/api/agent/v1/intakes/${id}`, { token })).status;
    expect([await statusAt('/sandbox'), await statusAt('')]).toEqual([200, 404]);
    await client.close();
    const { key } = await givenAgent(harness.current);
    const refused = await harness.current.call('POST', '/sandbox/mcp', {
      body: message('tools/list'),
      headers: accept,
      token: key,
    });
    expect(refused.status).toBe(401);
  });
});

describe('the MCP server over HTTP', () => {
  it('the server accepts only POST: there are no sessions to stream or to end', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const { status, headers, body } = await harness.current.call(method, '/mcp', { headers: accept });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
      expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } });
    }
    const { status, headers } = await post(
      message('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'synthetic', version: '1' },
      }),
    );
    expect([status, headers.get('mcp-session-id')]).toEqual([200, null]);
  });

  it('the server refuses pages of other origins, and accepts our own and programs', async () => {
    const list = message('tools/list');
    for (const origin of ['https://evil.example', 'http://127.0.0.1', 'null', 'http://makewhole.test.evil.example'])
      expect([origin, (await post(list, { origin })).status]).toEqual([origin, 403]);
    expect((await post(list, { origin: 'http://makewhole.test' })).status).toBe(200);
    expect((await post(list)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('a bad key gets 401 with advice, whatever the request is', async () => {
    for (const authorization of ['Bearer svc_agent_wrong', 'Bearer of tokens', 'Basic eDp5', ''])
      for (const body of [message('tools/list'), message('initialize')]) {
        const { status, headers } = await post(body, { authorization });
        expect([authorization, status]).toEqual([authorization, 401]);
        expect(headers.get('www-authenticate')).toContain('Bearer realm="agent"');
      }
  });

  it("the server refuses text that is not a message, in the protocol's format, without quoting it", async () => {
    const secret = 'owner-4711@example.com';
    const raws = [`{"${secret}`, `["${secret}"]`, `"${secret}"`, `{"jsonrpc":"1.0","method":"${secret}"}`];
    for (const raw of raws) {
      const { status, text } = await harness.current.call('POST', '/mcp', {
        raw,
        headers: { ...accept, 'content-type': 'application/json' },
      });
      expect([raw, status]).toEqual([raw, 400]);
      expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
      expect(text).not.toContain(secret);
    }
    const large = await post(message('tools/call', { name: 'attach_report', arguments: { x: 'x'.repeat(4_200_000) } }));
    expect(large.status).toBe(413);
    const form = await harness.current.call('POST', '/mcp', { raw: 'a=b', headers: { 'content-type': 'text/plain' } });
    expect(form.status).toBe(415);
  });

  it('oversized input is hardly repeated: arguments as large as over HTTP, truncated member names', async () => {
    const call = (name: string, given: object) => post(message('tools/call', { name, arguments: given }));
    const large = await call('submit_case', { ...minimalIntake(), ['x'.repeat(100_000)]: 1 });
    expect([large.status, large.text.length < 1000, large.text.includes('invalid_request')]).toEqual([200, true, true]);
    const named = await call('attach_report', { ['x'.repeat(1_000_000)]: 1 });
    expect([named.status, named.text.length < 5000]).toEqual([200, true]);
    const note = await call('check_submission', { customer: { first_name: 'x'.repeat(70_000) } });
    expect(note.text).toContain('too large');
  });

  it('the server holds no stream open for change notifications, because there are none', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'synthetic', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listen = message('subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: meta });
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const { status, text } = await post(listen, headers);
    expect([status, text.includes('"error"')]).toEqual([status, true]);
  });

  it('the server logs the tool and the caller, and no content', async () => {
    const client = await connect(harness.current);
    const given = minimalIntake({ external_ref: 'said-in-confidence-4711' });
    await callTool(client, 'submit_case', given);
    await callTool(client, 'submit_case', { ...given, consent: { attestation: 'said-in-confidence' } });
    const lines = harness.current.logLines.join('');
    expect(lines).toContain('mcp.message');
    expect(lines).not.toContain('said-in-confidence');
    expect(lines).not.toContain(given.customer.email);
    const metrics = await harness.current.service.telemetry.metrics.registry.metrics();
    expect(metrics).not.toContain('said-in-confidence');
    await client.close();
  });
});
