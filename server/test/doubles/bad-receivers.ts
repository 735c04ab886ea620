import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { makeAuthority, type Authority, type Certificate } from './certificates.ts';

/** A misbehaving receiver: how it treats a connection. */
export type BadReceiver = {
  readonly certificate?: 'good' | 'expired' | 'for another name' | 'from another authority';
  /** Expects bytes on the plain connection, without TLS. */
  readonly plain?: boolean;
  /** Called when the request begins to arrive, or at the connection if there is no TLS; `line` is the plain socket. */
  meet(socket: Socket, line: Socket): unknown;
};

export type BadReceivers = {
  /** In the form of the service's setting. */
  readonly webhookHostOverrides: ReadonlyMap<string, { readonly host: string; readonly port: number }>;
  readonly webhookCaFile: string;
  /** The first bytes that a receiver's first connection sent. */
  requestTo(name: string): string;
  url(name: string): string;
  close(): Promise<void>;
};

const hostOf = (name: string) => `${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.example.com`;

/** Each receiver on its own port and under its own name. */
export async function startBadReceivers(receivers: Readonly<Record<string, BadReceiver>>): Promise<BadReceivers> {
  const [authority, untrusted] = [makeAuthority(), makeAuthority()];
  const good = authority.issue('*.example.com');
  const sockets = new Set<Socket>();
  const requests = new Map<string, string>();
  const dialMap = new Map<string, { host: string; port: number }>();
  const servers: Server[] = [];
  for (const [name, receiver] of Object.entries(receivers)) {
    const note = (bytes: Buffer) => requests.set(name, requests.get(name) ?? bytes.toString('latin1'));
    const server = receiver.plain
      ? createServer((socket) => receiver.meet(socket, socket))
      : createTlsServer(certificateFor(receiver, { authority, stranger: untrusted, good }));
    const lines = new Map<number | undefined, Socket>();
    server.on('connection', (line: Socket) => {
      lines.set(line.remotePort, line);
      sockets.add(line.on('error', () => undefined));
    });
    server.on('secureConnection', (socket: Socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.once('data', (bytes: Buffer) => {
        note(bytes);
        receiver.meet(socket, lines.get(socket.remotePort) ?? socket);
      });
    });
    // A client that refuses the certificate causes this error; it is expected.
    server.on('tlsClientError', () => undefined);
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    dialMap.set(hostOf(name), { host: '127.0.0.1', port: portOf(server) });
  }
  return {
    webhookHostOverrides: dialMap,
    webhookCaFile: authority.caFile,
    requestTo: (name) => requests.get(name) ?? '',
    url: (name) => `https://${hostOf(name)}/hooks`,
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) await new Promise((resolve) => server.close(resolve));
      authority.remove();
      untrusted.remove();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

type Issuers = { readonly authority: Authority; readonly stranger: Authority; readonly good: Certificate };

function certificateFor(
  { certificate = 'good' }: BadReceiver,
  { authority, stranger: untrusted, good }: Issuers,
): Certificate {
  switch (certificate) {
    case 'good':
      return good;
    case 'expired':
      return authority.issue('*.example.com', -1);
    case 'for another name':
      return authority.issue('somebody-else.example.net');
    case 'from another authority':
      return untrusted.issue('*.example.com');
  }
}

/** Writes repeatedly, as fast as it is read, until the other side closes. */
export function pour(socket: Socket, chunk: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** Writes a byte at a time. */
export function drip(socket: Socket, text: string, everyMs: number): void {
  let place = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || place >= text.length) return clearInterval(timer);
    socket.write(text.charAt(place));
    place += 1;
  }, everyMs);
}
