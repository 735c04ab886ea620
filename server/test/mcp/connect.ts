import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Harness } from '#test/harness';

/** The two generations of the protocol: with a handshake, and without sessions. */
export const eras = ['legacy', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

type Connecting = { readonly era?: Era; readonly key?: string; readonly address?: string; readonly path?: string };

/** A client of the official package, connected to the harness. */
export async function connect(
  { baseUrl }: Pick<Harness, 'baseUrl'>,
  { era = '2026-07-28', key, address, path = '/mcp' }: Connecting = {},
): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: era };
  const client = new Client({ name: 'synthetic-client', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(address === undefined ? {} : { 'x-forwarded-for': address }),
  };
  await client.connect(new StreamableHTTPClientTransport(new URL(path, baseUrl), { requestInit: { headers } }));
  return client;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into results of every shape
type Result = { readonly isError: boolean; readonly body: any };

/** Calls a tool; `body` is its content, for a result and an error alike. */
export async function callTool(client: Client, name: string, given: object = {}): Promise<Result> {
  const result = await client.callTool({ name, arguments: { ...given } });
  const [first] = result.content as { type: string; text: string }[];
  return { isError: result.isError === true, body: JSON.parse(first?.text ?? 'null') };
}

const bothForms = { accept: 'application/json, text/event-stream' };

/**
 * A message as a client of that protocol generation sends it, written by hand: also messages that the package's client
 * would not send.
 */
export function messageOf(era: Era, method: string, params: object = {}) {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  if (era === 'legacy') return { headers: { ...bothForms }, body };
  const { name, uri } = params as { name?: unknown; uri?: unknown };
  const named = name ?? uri;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'synthetic', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: {
      ...bothForms,
      'mcp-protocol-version': era,
      // Headers have a separate limit.
      'mcp-method': method.slice(0, 1000),
      ...(named === undefined ? {} : { 'mcp-name': String(named).slice(0, 1000) }),
    },
    body: { ...body, params: { ...params, _meta: meta } },
  };
}

/** The message in a response, which is JSON or one event of a stream. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
export const readAnswer = (text: string): any => JSON.parse(text.replace(/^event: message\ndata: /, ''));
