import { connect, isIP, type Socket } from 'node:net';
import { isLoopback } from '#lib/network/local-host';
import { GatewayError } from '#platform/errors';
import type { Connection, Lookup } from './connection.ts';

type Local = {
  /** `localhost` or an address of this machine. */
  readonly name: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly lookup: Lookup;
};

/** A connection without TLS to this machine only, whatever its hosts file contains. */
export async function connectLocal({ name, port, timeoutMs, lookup }: Local): Promise<Connection> {
  const startedAt = performance.now();
  const host = name.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) === 0 ? await lookup(host) : [host];
  if (addresses.length === 0 || !addresses.every(isLoopback)) throw notHere();
  const resolvedAt = performance.now();
  const socket = await openFirst(addresses, port, timeoutMs);
  const address = socket.remoteAddress ?? '';
  if (!isLoopback(address)) {
    socket.destroy();
    throw notHere();
  }
  socket.setNoDelay(true);
  const reached = { address, dns: resolvedAt - startedAt, connect: performance.now() - resolvedAt, tls: 0 };
  return { socket, reached: { ...reached, certificateEndsAt: undefined } };
}

const notHere = () => new GatewayError('refused', 'the host name leads to an address that is not this machine');

/** A receiver listens on either IPv4 or IPv6, depending on its software. */
async function openFirst(addresses: readonly string[], port: number, timeoutMs: number): Promise<Socket> {
  let failure: unknown;
  for (const host of addresses) {
    try {
      return await open(host, port, timeoutMs);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function open(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => socket.destroy(new GatewayError('unavailable', 'no connection in time')), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    socket.on('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      // An error before the caller takes over the socket must not end the process.
      socket.off('error', fail).on('error', () => undefined);
      resolve(socket);
    });
  });
}
