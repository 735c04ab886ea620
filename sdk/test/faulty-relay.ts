// A relay in front of the real service that injects faults on request: one fault per request, then none.
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';

export type Fault =
  /** The connection ends before the service receives the request. */
  | 'drop before'
  /** The service processes the request, and its response is lost. */
  | 'drop after'
  /** The request never gets a response. */
  | 'hang'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export type Heard = { readonly method: string; readonly url: string; readonly headers: IncomingMessage['headers'] };

export type FaultyRelay = {
  /** Routes requests for the public address through the relay. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** The next requests fail with these faults, in this order. */
  fail(...faults: readonly Fault[]): void;
  /** Every request so far. */
  readonly heard: Heard[];
  /** Clears faults and recorded requests. */
  forget(): void;
  close(): Promise<void>;
};

export async function startFaultyRelay(serviceUrl: string, publicUrl: string): Promise<FaultyRelay> {
  const faults: Fault[] = [];
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    heard.push({ method, url, headers });
    const fault = faults.shift();
    if (fault === 'hang') return;
    if (fault === 'drop before') {
      request.socket.destroy();
      return;
    }
    if (typeof fault === 'object') {
      request.resume();
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    }
    pass({ serviceUrl, request, response, answer: fault !== 'drop after' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const relayUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    fetch: (url, init) => fetch(url.replace(publicUrl, relayUrl), init),
    fail: (...more) => void faults.push(...more),
    heard,
    forget() {
      faults.splice(0);
      heard.splice(0);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Passing = {
  readonly serviceUrl: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: boolean;
};

function pass({ serviceUrl, request, response, answer }: Passing): void {
  const { method, url, headers } = request;
  const onward = forward(`${serviceUrl}${url ?? ''}`, { method, headers }, (answered) => {
    if (!answer) {
      answered.resume().on('end', () => request.socket.destroy());
      return;
    }
    response.writeHead(answered.statusCode ?? 0, answered.headers);
    answered.pipe(response);
  });
  onward.on('error', () => request.socket.destroy());
  request.pipe(onward);
}
