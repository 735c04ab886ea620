import { protocolVersions } from './server-identity.ts';

type Refusal = {
  readonly id?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
};

const revisions = `This protocol revision is not supported; supported revisions: ${protocolVersions.join(', ')}.`;
const noMessage = 'Invalid request: this is not a JSON-RPC 2.0 message.';

/** The packages' refusals before our code sees a message, by code. */
const words: Readonly<Record<number, string>> = {
  [-32_022]: revisions,
  [-32_020]:
    'The headers and the body disagree: MCP-Protocol-Version, Mcp-Method and Mcp-Name are required and must match the body.',
  [-32_600]: noMessage,
  [-32_602]:
    'Invalid params: _meta needs protocolVersion, clientInfo and clientCapabilities of io.modelcontextprotocol, each in its specified form.',
  [-32_700]: noMessage,
};
/** The packages' own code, which has several meanings. */
const various = -32_000;
const notAcceptable = 'Send Accept: application/json, text/event-stream.';

/** How the packages' messages begin; ours with the same code begin differently. */
const foreign =
  /^(Bad Request|Not Acceptable|Unsupported|Parse error|Invalid _meta|Invalid params: the |Invalid Request:)/;

/** How much of a header or an address is repeated. */
const repeatedMax = 200;

/** The packages' refusal of a message, in our words: theirs repeat the input, however long. */
export async function rewordRefusal(response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status < 400 || !type.startsWith('application/json')) return response;
  const { id = null, error } = (await response.json()) as Refusal;
  if (error === undefined) return Response.json({ jsonrpc: '2.0', id }, { status: response.status });
  const { code, message, data } = error;
  const ours = foreign.test(message) ? wordsOf(code, response.status) : message.slice(0, repeatedMax);
  const kept = data === undefined ? undefined : keepKnown(data);
  const said = { code, message: ours, ...(kept === undefined ? {} : { data: kept }) };
  return Response.json({ jsonrpc: '2.0', id, error: said }, { status: response.status });
}

function wordsOf(code: number, status: number): string {
  if (code === various) return status === 406 ? notAcceptable : revisions;
  return words[code] ?? 'The request is invalid.';
}

/** Members that clients act on: supported revisions, the missing address, issues of params. */
const actedOn = ['supported', 'requested', 'uri', 'issues'];

function keepKnown(data: Readonly<Record<string, unknown>>): object | undefined {
  const known = Object.entries(data)
    .filter(([name]) => actedOn.includes(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, repeatedMax) : value]);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
