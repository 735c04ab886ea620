import { protocolVersions } from './server-identity.ts';

type Refusal = {
  readonly id?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
};

const revisions = `This revision of the protocol is not answered here; those that are: ${protocolVersions.join(', ')}.`;
const noMessage = 'Invalid request: this is no message of JSON-RPC 2.0.';

/** What the packages refuse a message for before any of ours sees it, by its code. */
const words: Readonly<Record<number, string>> = {
  [-32_022]: revisions,
  [-32_020]:
    'The headers and the body disagree: MCP-Protocol-Version, Mcp-Method and Mcp-Name are needed, and say what the body says.',
  [-32_600]: noMessage,
  [-32_602]:
    'Invalid params: _meta needs protocolVersion, clientInfo and clientCapabilities of io.modelcontextprotocol, each in its form.',
  [-32_700]: noMessage,
};
/** Their own code, for more than one thing. */
const various = -32_000;
const notAcceptable = 'Send Accept: application/json, text/event-stream.';

/** How messages of the packages begin; those of ours that have the same code do not. */
const foreign =
  /^(Bad Request|Not Acceptable|Unsupported|Parse error|Invalid _meta|Invalid params: the |Invalid Request:)/;

/** As much of a header or an address as is worth repeating. */
const repeatedMax = 200;

/** The answer with which the packages refuse a message, in our words: theirs repeat whatever was sent, however long. */
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
  return words[code] ?? 'The request cannot be answered as it is.';
}

/** What clients act on: the revisions to choose from, the address that is not there, what is wrong with params. */
const actedOn = ['supported', 'requested', 'uri', 'issues'];

function keepKnown(data: Readonly<Record<string, unknown>>): object | undefined {
  const known = Object.entries(data)
    .filter(([name]) => actedOn.includes(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, repeatedMax) : value]);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
