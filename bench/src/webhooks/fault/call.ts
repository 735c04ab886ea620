import { Agent, request } from 'node:http';

export type Call = {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is text: that is a form. */
  readonly body?: object | string;
};

export type Answer = { readonly status: number; readonly text: string };

/** Returns undefined for every crash between client and disk: a timeout, a reset, a 5xx. */
export type SendCall = (call: Call) => Promise<Answer | undefined>;

const answerLimitMs = 5000;

export function createConnection(port: number): { readonly call: SendCall; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    call: async (call) => {
      const answer = await send(call, port, agent);
      return answer === undefined || answer.status >= 500 ? undefined : answer;
    },
    close: () => agent.destroy(),
  };
}

function send({ method, path, token, headers, body }: Call, port: number, agent: Agent): Promise<Answer | undefined> {
  const form = typeof body === 'string';
  const payload = form ? body : JSON.stringify(body ?? {});
  const options = {
    host: '127.0.0.1',
    port,
    method,
    path,
    agent,
    signal: AbortSignal.timeout(answerLimitMs),
    headers: {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      'content-length': Buffer.byteLength(payload),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  };
  return new Promise((resolve) => {
    const call = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(undefined));
      response.on('close', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve(response.complete ? { status: response.statusCode ?? 0, text } : undefined);
      });
    });
    call.on('error', () => resolve(undefined));
    call.end(payload);
  });
}
