/** A client's message, with the members that the bridge reads. */
export type Message = {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** A message from the server. */
export type Reply = {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly result?: { readonly protocolVersion?: string };
  readonly error?: { readonly code: number; readonly message: string };
};

const revisionKey = 'io.modelcontextprotocol/protocolVersion';

/** Methods with a named subject, and the parameter that has it. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * HTTP headers that accompany a message: without sessions each names its revision, its method and its subject; after
 * a
 * handshake, the negotiated revision.
 */
export function headersOf({ method = '', params = {} }: Message, agreed: string | undefined): Record<string, string> {
  const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const meta = (params['_meta'] ?? {}) as Readonly<Record<string, unknown>>;
  const revision = meta[revisionKey];
  if (typeof revision !== 'string')
    return agreed === undefined || method === 'initialize' ? common : { ...common, 'mcp-protocol-version': agreed };
  const about = params[named[method] ?? ''];
  return {
    ...common,
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...(typeof about === 'string' ? { 'mcp-name': headerText(about) } : {}),
  };
}

/** Headers accept visible ASCII; other texts are encoded (SEP-2243). */
const headerText = (text: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;

export const describeFailure = (id: string | number | null, message: string, code = -32_603): Reply => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
