// A relay on this machine between the client and the sandbox. It records requests and can respond in place of the
// service.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, Fault, Heard } from './types.ts';

export type ProxyOptions = {
  /** Where requests go, such as `https://api.example.com/sandbox`. */
  readonly upstream: string;
  readonly fetch: typeof fetch;
  /** Sent instead of a signature, which covers the address of this relay and not the service's. */
  readonly key: string | undefined;
  /** Called for each line that is posted to the address for reports. */
  readonly onReport: (line: string) => void;
};

export type Proxy = {
  readonly url: string;
  readonly reportUrl: string;
  readonly heard: Heard[];
  /** Clears the record; later requests meet this fault. */
  begin(fault: Fault | undefined): void;
  close(): Promise<void>;
};

/** More than a 15 MB report and its multipart framing. */
const bodyBytesMax = 20 * 1024 * 1024;
const forwardTimeoutMs = 120_000;
const reportPath = '/conformance/report';

const passOn: Fault = (_heard, { forward }) => forward();

export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  let fault = passOn;
  let heard: Heard[] = [];
  const server = createServer((request, response) => {
    relay(request, response).catch(() => request.socket.destroy());
  });

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedMs = performance.now();
    const body = await readBody(request);
    if (body === undefined) {
      request.socket.destroy();
      return;
    }
    // A page in a browser can send requests here under a name that leads to this machine.
    if (!isFor(request, server) || !request.url?.startsWith('/')) {
      response.writeHead(421).end();
      return;
    }
    if (request.url === reportPath) {
      for (const line of body.toString('utf8').split('\n')) options.onReport(line.trim());
      response.writeHead(204).end();
      return;
    }
    const one = toHeard(request, body, arrivedMs);
    heard.push(one);
    const refused = refuseLive(one);
    const same = ({ method, path }: Heard) => method === one.method && path === one.path;
    const forward = (query = {}) => forwardTo(options, { heard: one, query, proxyUrl: url });
    const answer = refused ?? (await fault(one, { nth: heard.filter(same).length, forward }));
    if (answer === 'lost') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
    one.answeredMs = performance.now();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    reportUrl: url + reportPath,
    get heard() {
      return heard;
    },
    begin(next) {
      fault = next ?? passOn;
      heard = [];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isFor({ headers }: IncomingMessage, server: Server): boolean {
  const { port } = server.address() as AddressInfo;
  return headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toHeard({ method = '', url = '/', headers }: IncomingMessage, body: Buffer, arrivedMs: number): Heard {
  const { pathname, searchParams } = new URL(url, 'http://relay.invalid');
  const flat = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  const common = { method, path: pathname, query: searchParams, target: url, headers: flat };
  return { ...common, body, arrivedMs, answeredMs: undefined };
}

/** Scenarios create fake objects, so none of them may reach the live service. */
function refuseLive({ headers }: Heard): Answer | undefined {
  const live =
    /^Bearer gap_live_/i.test(headers['authorization'] ?? '') || headers['x-svc-environment'] === 'PRODUCTION';
  if (!live) return undefined;
  const error = 'The conformance run accepts only test credentials; this one is live.';
  return json(403, { error, code: 'live_credential' });
}

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

type Forwarding = {
  readonly heard: Heard;
  readonly query: Readonly<Record<string, string>>;
  readonly proxyUrl: string;
};

/** Headers that belong to one connection or are set by fetch itself. */
const notPassedOn = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'te',
  'upgrade',
]);
const signatureHeaders = new Set([
  'authorization',
  'signature',
  'signature-input',
  'content-digest',
  'x-svc-environment',
]);

async function forwardTo(
  { upstream, fetch, key }: ProxyOptions,
  { heard, query, proxyUrl }: Forwarding,
): Promise<Answer> {
  const url = new URL(upstream + heard.target);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const replaced = heard.headers['signature-input'] !== undefined && key !== undefined;
  const headers = Object.fromEntries(
    Object.entries(heard.headers).filter(
      ([name, value]) => value !== undefined && !notPassedOn.has(name) && !(replaced && signatureHeaders.has(name)),
    ),
  ) as Record<string, string>;
  if (replaced) headers['authorization'] = `Bearer ${key}`;
  const answered = await fetch(url.href, {
    method: heard.method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(forwardTimeoutMs),
    ...(heard.body.length === 0 ? {} : { body: new Uint8Array(heard.body) }),
  });
  const kept = ['content-type', 'retry-after', 'x-request-id', 'link', 'location', 'idempotent-replayed'];
  const given = kept.flatMap((name) => {
    const value = answered.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  // A response contains addresses of the service; the client has to come back through this relay.
  const text = (await answered.text()).replaceAll(
    /https?:\/\/[^/"\s]+(?:\/sandbox)?(?=\/api\/(?:agent|gap)\/v1)/g,
    proxyUrl,
  );
  return { status: answered.status, headers: Object.fromEntries(given), body: text };
}
