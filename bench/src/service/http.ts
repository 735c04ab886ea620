// Requests over kept-alive connections to processes that may be killed in the middle of an answer.
import { request, type Agent, type IncomingHttpHeaders } from 'node:http';

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; with another content type in the headers, that. */
  readonly body?: string | Buffer;
};

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

type Line = { readonly base: string; readonly agent: Agent; readonly limitMs: number };

/** Rejects when there is no complete answer within the limit. */
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

/** Undefined for every crash between client and disk: a timeout, a reset, a 5xx. */
export type SendCall = (call: Call) => Promise<Answer | undefined>;
