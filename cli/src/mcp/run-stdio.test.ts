import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../../../server/test/harness.ts';
import { givenAgent } from '../../../server/src/modules/agents/testing.ts';
import { minimalIntake } from '../../../server/src/modules/intakes/testing.ts';
import type { Io } from '../command.ts';
import { runStdio } from './run-stdio.ts';

const harness = useHarness();

type Line = { readonly id?: number | null; readonly result?: never; readonly error?: { readonly code: number } };

/** Talks to the bridge as an MCP client does: line by line, until it is stopped. */
function start(
  env: Record<string, string> = {},
  options: Record<string, string | true> = {},
  ask: typeof fetch = fetch,
) {
  const input = new PassThrough();
  const lines: Line[] = [];
  const errors: string[] = [];
  const waiting: (() => void)[] = [];
  const ended = new AbortController();
  const io: Io = {
    out: (line) => {
      lines.push(JSON.parse(line));
      for (const wake of waiting.splice(0)) wake();
    },
    err: (line) => errors.push(line),
    readStdin: async () => Buffer.alloc(0),
    env: { MAKEWHOLE_URL: harness.current.baseUrl, ...env },
    cwd: '/',
    fetch: ask,
    signal: ended.signal,
    now: () => new Date(),
  };
  const done = runStdio(io, { arguments: [], options, json: false }, input);
  const send = async (message: object): Promise<Line> => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const { id } = message as { id?: number };
    for (;;) {
      const found = lines.find((line) => line.id === id);
      if (id === undefined || found !== undefined) return found ?? {};
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return { send, input, lines, errors, ended, finish: () => (input.end(), done), done };
}

const handshake = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'synthetic', version: '1' } },
};
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'synthetic', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('the stdio bridge', () => {
  it('carries a case of a client with a handshake to a created intake', async () => {
    const { send, finish, lines } = start();
    expect((await send(handshake)).result).toMatchObject({ protocolVersion: '2025-11-25' });
    await send({ method: 'notifications/initialized' });
    expect((await send({ id: 2, method: 'tools/list' })).result).toMatchObject({ tools: expect.any(Array) });
    const call = { name: 'submit_case', arguments: minimalIntake() };
    const created = await send({ id: 3, method: 'tools/call', params: call });
    expect(created.result).toMatchObject({ structuredContent: { result: 'created' } });
    expect(await finish()).toBe(0);
    expect(lines).toHaveLength(3);
  });

  it('carries sessionless messages, with the key from the environment', async () => {
    const { key } = await givenAgent(harness.current);
    const { send, finish } = start({ MAKEWHOLE_AGENT_KEY: key });
    const listed = await send({
      id: 1,
      method: 'tools/call',
      params: { name: 'list_my_cases', arguments: {}, _meta: meta },
    });
    expect(listed.result).toMatchObject({ structuredContent: { data: [] } });
    const read = await send({ id: 2, method: 'resources/read', params: { uri: 'makewhole://pricing', _meta: meta } });
    expect(read.result).toMatchObject({ contents: [{ mimeType: 'text/markdown' }] });
    expect(await finish()).toBe(0);
  });

  it('returns server errors under the request id, and never prints the key', async () => {
    const secret = 'svc_agent_not-a-key-of-ours';
    const { send, finish, errors, lines, input } = start({ MAKEWHOLE_AGENT_KEY: secret });
    expect((await send({ id: 7, method: 'tools/list' })).error).toMatchObject({ code: -32_000 });
    input.write('this is no JSON\n[]\n');
    expect(await finish()).toBe(0);
    expect(lines.filter(({ id }) => id === null).map(({ error }) => error?.code)).toEqual([-32_700, -32_700]);
    expect([...errors, JSON.stringify(lines)].join()).not.toContain(secret);
  });

  it('answers while the server is away, and explains what to set when no server is configured', async () => {
    const away = start({ MAKEWHOLE_URL: 'http://127.0.0.1:9' });
    expect((await away.send({ id: 1, method: 'tools/list' })).error).toMatchObject({ code: -32_603 });
    expect(await away.finish()).toBe(0);
    expect(away.errors.join()).toContain('could not be reached');
    await expect(start({ MAKEWHOLE_URL: '' }).done).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('MAKEWHOLE_URL'),
    });
  });

  it('follows no redirect, which would take what the owner said elsewhere', async () => {
    const away = 'https://elsewhere.example/mcp';
    const redirects: unknown[] = [];
    const { send, finish } = start({}, {}, async (_url, init) => {
      redirects.push(init?.redirect);
      return new Response(null, { status: 307, headers: { location: away } });
    });
    expect((await send({ id: 1, method: 'tools/list' })).error).toMatchObject({ code: -32_603 });
    expect([await finish(), redirects]).toEqual([0, ['manual']]);
  });

  it('sends to the sandbox once for each: the option, its key, and its address', async () => {
    const asked: string[] = [];
    const calls: [Record<string, string>, Record<string, string | true>][] = [
      [{}, {}],
      [{}, { sandbox: true }],
      [{ MAKEWHOLE_AGENT_KEY: 'svc_agent_test_synthetic' }, {}],
      [{}, { url: 'https://makewhole.example.com/' }],
      [{}, { url: 'https://makewhole.example.com/sandbox' }],
      [{}, { url: 'https://makewhole.example.com/sandbox/', sandbox: true }],
      [
        { MAKEWHOLE_AGENT_KEY: 'svc_agent_test_synthetic', MAKEWHOLE_URL: 'https://two.example.com/below/sandbox' },
        { sandbox: true },
      ],
    ];
    for (const [env, options] of calls) {
      const { send, finish } = start({ MAKEWHOLE_URL: 'https://one.example.com', ...env }, options, async (url) => {
        asked.push(String(url));
        return new Response(null, { status: 202 });
      });
      expect((await send({ id: 1, method: 'tools/list' })).error).toMatchObject({ code: -32_603 });
      await finish();
    }
    expect(asked).toEqual([
      'https://one.example.com/mcp',
      'https://one.example.com/sandbox/mcp',
      'https://one.example.com/sandbox/mcp',
      'https://makewhole.example.com/mcp',
      'https://makewhole.example.com/sandbox/mcp',
      'https://makewhole.example.com/sandbox/mcp',
      'https://two.example.com/below/sandbox/mcp',
    ]);
  });
});
