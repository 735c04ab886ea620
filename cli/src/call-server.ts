import { CommandFailed, ended, sayRetry } from './command-failed.ts';
import type { ExitCode, Io } from './command.ts';
import { cleanText } from './print.ts';

export type ServerCall = {
  readonly baseUrl: string;
  /** Relative to the server's address. */
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** A key or a token, as Authorization: Bearer. */
  readonly bearer?: string | undefined;
  readonly body?: unknown;
};

/** Longer than any of these calls takes. */
const timeoutMs = 30_000;

/** Calls that the library has no client for: the portal and the agents' console. Failures are CommandFailed. */
export async function callServer<T>(io: Io, call: ServerCall): Promise<T> {
  const url = new URL(call.baseUrl + call.path);
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, value);
  const { response, text } = await send(io, url, call);
  const content = parse(text);
  if (response.ok && content !== undefined) return content as T;
  throw refusal(response, content);
}

type Received = { readonly response: Response; readonly text: string };

/** The response text is part of the call: the server can disappear while sending it. */
async function send(io: Io, url: URL, { method = 'GET', bearer, body }: ServerCall): Promise<Received> {
  try {
    const response = await io.fetch(url.href, {
      method,
      // A redirect would take the key to another address.
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([io.signal, AbortSignal.timeout(timeoutMs)]),
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (io.signal.aborted) throw ended();
    throw new CommandFailed(4, `${url.origin} did not respond: ${causeOf(error)}`, { code: 'connection_failed' });
  }
}

/** fetch has one message for every failure; the cause is inside. */
function causeOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`;
  return cleanText(cause?.code ?? cause?.message ?? message);
}

type Problem = {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly error?: unknown;
  readonly title?: unknown;
  readonly request_id?: unknown;
  readonly issues?: unknown;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refusal({ status, headers }: Response, content: unknown): CommandFailed {
  const { code, detail, error, title, request_id: requestId, issues } = (content ?? {}) as Problem;
  if (typeof code !== 'string')
    return new CommandFailed(
      4,
      `The response with status ${status} is not from this service; a proxy may be in between.`,
      {
        status,
      },
    );
  const listed = Array.isArray(issues) ? (issues as { path: string; message: string }[]) : [];
  const lines = [
    `${cleanText(String(detail ?? error ?? title ?? code))} (${cleanText(code)}, ${status})`,
    ...listed.map((issue) => `  ${cleanText(`${issue.path} ${issue.message}`)}`),
    ...(typeof requestId === 'string' ? [`Request: ${cleanText(requestId)}`] : []),
  ];
  const given = headers.get('retry-after') ?? '';
  const retryAfterS = /^\d{1,9}$/.test(given) ? Number(given) : undefined;
  const facts = {
    code,
    status,
    request_id: requestId,
    ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
  };
  return new CommandFailed(exitCodeOf(status), [...lines, ...sayRetry(retryAfterS)].join('\n'), facts);
}

/** A rate-limited client is served later, like a client of a failing server. */
export function exitCodeOf(status: number): ExitCode {
  if (status >= 500 || status === 429) return 4;
  return status === 401 || status === 403 ? 3 : 1;
}
