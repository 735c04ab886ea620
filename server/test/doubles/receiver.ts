import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { makeAuthority } from './certificates.ts';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The raw body bytes. */
  readonly raw: Buffer;
};

export type Receiver = {
  readonly host: string;
  /** For WEBHOOK_HOST_OVERRIDES and `webhookCaFile`. */
  readonly dial: string;
  readonly caFile: string;
  readonly received: Received[];
  /** Connections accepted so far. */
  readonly connections: number;
  /** Sets the response to the next requests; default: 204. */
  answer(how: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
};

/** A real HTTPS server under a public-looking name, with a certificate from this run's authority. */
export async function startReceiver(host = 'hooks.example.com'): Promise<Receiver> {
  const authority = makeAuthority();
  const received: Received[] = [];
  let how: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
    response.writeHead(204).end();
  };
  const server = createServer(authority.issue(host), (request, response) => {
    const keep = async () => {
      const raw = await buffer(request);
      const { method = '', url: path = '', headers } = request;
      received.push({ method, path, headers, body: raw.toString('utf8'), raw });
      how(request, response);
    };
    void keep().catch(() => undefined);
  });
  let connections = 0;
  server.on('secureConnection', () => {
    connections += 1;
  });
  const port = await listen(server);
  return {
    host,
    dial: `${host}=127.0.0.1:${port}`,
    caFile: authority.caFile,
    received,
    get connections() {
      return connections;
    },
    answer: (next) => {
      how = next;
    },
    close: () =>
      new Promise((resolve) => {
        authority.remove();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const listen = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
