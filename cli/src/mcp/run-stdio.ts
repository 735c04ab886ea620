import type { ExitCode, Given, Io } from '../command.ts';
import { agentPrefix, readSettings } from '../settings.ts';
import { readLines } from './read-lines.ts';
import { readMessages } from './read-messages.ts';
import { describeFailure, headersOf, type Message, type Reply } from './messages.ts';

/** The destination of messages, and the credential. */
type Server = { readonly url: string; readonly key: string | undefined };

/** Messages handled concurrently; more wait. */
const atOnce = 16;

/**
 * Bridges an MCP client on standard input and output to the MCP server: each line is sent as one POST,
 * and each response is a line. It keeps only the negotiated revision, and ends with the input.
 */
export async function runStdio(
  io: Io,
  given: Given,
  input: AsyncIterable<string | Uint8Array> = process.stdin,
): Promise<ExitCode> {
  const bridge = createBridge(io, readServer(io, given));
  const under = new Set<Promise<void>>();
  try {
    for await (const line of readLines(input)) {
      if (io.signal.aborted) break;
      const work = bridge(line).finally(() => under.delete(work));
      under.add(work);
      if (under.size >= atOnce) await Promise.race(under);
    }
  } catch (error) {
    // Ctrl-C closes the input during a read.
    if (!io.signal.aborted) throw error;
  }
  await Promise.all(under);
  return 0;
}

/** With --sandbox, the sandbox address or a sandbox key, no person is contacted. */
function readServer(io: Io, given: Given): Server {
  const settings = readSettings(io, given);
  const { baseUrl, agentKey: key, inSandbox } = settings;
  const prefix = agentPrefix({ ...settings, inSandbox: inSandbox || given.options['sandbox'] === true });
  return { url: `${baseUrl}${prefix}/mcp`, key };
}

function createBridge(io: Io, { url, key }: Server): (line: string) => Promise<void> {
  let agreed: string | undefined;
  const open = new Map<unknown, AbortController>();
  const answer = (reply: Reply): void => io.out(JSON.stringify(reply));

  const send = async (message: Message, signal: AbortSignal): Promise<void> => {
    const headers = { ...headersOf(message, agreed), ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
    const body = JSON.stringify(message);
    // A redirect would take the owner's data, and on the same host the key, to another address.
    const response = await io.fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    let answered = false;
    for await (const reply of readMessages(response)) {
      // A refusal before the message was read has no id; the client waits for its own id.
      const own = reply.id === null && message.id !== undefined ? { ...reply, id: message.id } : reply;
      if (message.method === 'initialize') agreed = own.result?.protocolVersion ?? agreed;
      answered ||= own.id === message.id;
      answer(own);
    }
    if (!answered && message.id !== undefined)
      answer(describeFailure(message.id, `The server returned ${response.status} without a message.`));
  };

  return async (line) => {
    const message = parse(line);
    if (message === undefined) return answer(describeFailure(null, 'A line is not a JSON-RPC message.', -32_700));
    const { id, method, params } = message;
    // The server only has the request in progress; aborting it is our task.
    if (method === 'notifications/cancelled') return open.get(params?.['requestId'])?.abort();
    const ended = new AbortController();
    if (id !== undefined) open.set(id, ended);
    try {
      await send(message, AbortSignal.any([io.signal, ended.signal]));
    } catch (error) {
      if (ended.signal.aborted || io.signal.aborted) return;
      io.err(`The MCP server could not be reached: ${error instanceof Error ? error.message : 'unknown'}`);
      if (id !== undefined) answer(describeFailure(id, 'The MCP server could not be reached; try again in a moment.'));
    } finally {
      open.delete(id);
    }
  };
}

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
