// Requests over keep-alive connections to processes that may be killed in the middle of a response.
import { setTimeout as pause } from 'node:timers/promises';
import { request, type Agent, type IncomingHttpHeaders } from 'node:http';

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless the headers name another content type. */
  readonly body?: string | Buffer;
};

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

/** The server for requests, and the time limit for a response. */
export type Line = { readonly base: string; readonly agent: Agent; readonly limitMs: number };

/** Rejects if there is no complete response within the limit. */
export function send({ base, agent, limitMs }: Line, { method, path, token, headers, body }: Call): Promise<Answer> {
  const content =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const options = {
    method,
    agent,
    headers: { ...content, ...authorization, ...headers },
    signal: AbortSignal.timeout(limitMs),
  };
  return new Promise((resolve, reject) => {
    const call = request(`${base}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('close', () => {
        if (!response.complete) return reject(new Error('the answer was cut off'));
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

type Page = {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

type From = { readonly token: string; readonly cursor: string | undefined; readonly limit?: number };

/**
 * A page of a partner's events, oldest first, from its cursor; throws if there is none. `base` ends with the
 * interface.
 */
export async function readEvents(line: Line, { token, cursor, limit = 100 }: From) {
  const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const path = `/events?order=asc&limit=${limit}${after}`;
  const { status, text } = await send(line, { method: 'GET', path, token });
  if (status !== 200) throw new Error(`GET /events got ${status}: ${text}`);
  const { data, has_more: hasMore, next_cursor: next } = JSON.parse(text) as Page;
  return { ids: data.map(({ id }) => id), hasMore, cursor: next ?? cursor };
}

/**
 * For clients that retry: attempts with an unknown outcome by status or `nothing`, and requests that failed
 * permanently.
 */
export type Tally = { readonly unknownAs: Record<string, number>; refused: number; unanswered: number };

export const newTally = (): Tally => ({ unknownAs: {}, refused: 0, unanswered: 0 });

const retryDelayMs = 100;

type Patient = { readonly line: Line; readonly tally: Tally; readonly giveUpMs: number };

/**
 * A well-behaved client: it repeats a call without a known outcome until there is a response or it gives up.
 * Every crash between client and disk looks alike: a timeout, a reset, a 5xx. Retry-After with a 4xx means that an
 * equal request
 * is still running, perhaps an attempt that was given up.
 */
export async function askUntilAnswered(
  { line, tally, giveUpMs }: Patient,
  wanted: readonly number[],
  call: Call,
): Promise<(Answer & { readonly tries: number }) | undefined> {
  const deadline = performance.now() + giveUpMs;
  for (let tries = 1; performance.now() < deadline; tries += 1) {
    const answer = await send(line, call).catch(() => undefined);
    if (answer !== undefined && wanted.includes(answer.status)) return { ...answer, tries };
    if (answer !== undefined && answer.status < 500 && answer.headers['retry-after'] === undefined) {
      tally.refused += 1;
      return undefined;
    }
    const as = answer?.status ?? 'nothing';
    tally.unknownAs[as] = (tally.unknownAs[as] ?? 0) + 1;
    await pause(retryDelayMs);
  }
  tally.unanswered += 1;
  return undefined;
}
