import { isIP } from 'node:net';
import { connect as tlsConnect, type SecureContext, type TLSSocket } from 'node:tls';
import { isLocalHost, isLoopback } from '#lib/network/local-host';
import { isPublicAddress } from '#lib/network/public-address';
import { GatewayError } from '#platform/errors';
import { connectLocal } from './connect-local.ts';
import type { Connection, Lookup } from './connection.ts';
import { createLookup } from './resolve-name.ts';
import type { TlsSession, TlsSessions } from './tls-sessions.ts';

export type { Lookup, Reached } from './connection.ts';

type DialMap = ReadonlyMap<string, { readonly host: string; readonly port: number }>;

export type ConnectorOptions = {
  /** The address to dial instead of a host name in tests; never set in production, and it replaces no check of the URL. */
  readonly dialMap: DialMap;
  /** Whether this machine itself may be reached, without TLS too; never in production. */
  readonly allowLocal?: boolean | undefined;
  /** The trusted certificate authorities. */
  readonly secureContext: SecureContext;
  readonly sessions: TlsSessions;
  /** From the lookup until the TLS connection is established. */
  readonly timeoutMs: number;
  /** Default: this machine's name servers; tests replace it. */
  readonly lookup?: Lookup;
};

const ownLookup = createLookup();

export type Origin = { readonly name: string; readonly port: number; readonly plain: boolean };

/**
 * Resolves the name once, refuses it if any of its addresses is not public, connects to the checked address under the
 * name's certificate, and checks the peer. A literal address passes the same checks, and so does a resumed session.
 * Without TLS only this machine is reached, and only where that is allowed.
 */
export async function connectGuarded({ name, port, plain }: Origin, options: ConnectorOptions): Promise<Connection> {
  const startedAt = performance.now();
  const local = options.allowLocal === true && isLocalHost(name);
  if (plain && !local) throw new GatewayError('refused', 'the address is not https');
  if (plain) return connectLocal({ name, port, timeoutMs: options.timeoutMs, lookup: options.lookup ?? ownLookup });
  const mapped = options.dialMap.get(name);
  const mayReach = local ? isLoopback : isPublicAddress;
  const target = mapped ?? { host: await inTime(vettedAddress(name, options, mayReach), options.timeoutMs), port };
  const resolvedAt = performance.now();
  const timeoutMs = options.timeoutMs - (resolvedAt - startedAt);
  const dial = { name, session: `${name}:${port}`, ...target, mayReach: mapped ? () => true : mayReach };
  const { socket, connectedAt } = await openTls(dial, { ...options, timeoutMs });
  const address = socket.remoteAddress ?? '';
  const steps = {
    dns: resolvedAt - startedAt,
    connect: connectedAt - resolvedAt,
    tls: performance.now() - connectedAt,
  };
  return { socket, reached: { address, ...steps, certificateEndsAt: certificateEnd(socket) } };
}

function certificateEnd(socket: TLSSocket): Date | undefined {
  if (socket.isSessionReused()) return undefined;
  const endsAt = new Date(socket.getPeerCertificate().valid_to);
  return Number.isNaN(endsAt.getTime()) ? undefined : endsAt;
}

async function vettedAddress(
  name: string,
  { lookup: ask = ownLookup }: ConnectorOptions,
  mayReach: (address: string) => boolean,
): Promise<string> {
  const literal = name.replace(/^\[(.*)\]$/, '$1');
  const answers = isIP(literal) === 0 ? await ask(name) : [literal];
  const [first] = answers;
  if (first === undefined || !answers.every(mayReach)) throw notPublic();
  return first;
}

const notPublic = () => new GatewayError('refused', 'the host name leads to an address that is not public');

/** A lookup cannot be canceled, so its late result is ignored. */
function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(new GatewayError('unavailable', 'the host name does not resolve at the moment'));
  const timer = setTimeout(late, timeoutMs);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

type Dial = {
  readonly name: string;
  /** The key of its stored TLS session. */
  readonly session: string;
  readonly host: string;
  readonly port: number;
  mayReach(address: string): boolean;
};

type Opened = { readonly socket: TLSSocket; readonly connectedAt: number };

function openTls(dial: Dial, { secureContext, sessions, timeoutMs }: ConnectorOptions): Promise<Opened> {
  return new Promise<Opened>((resolve, reject) => {
    let connectedAt = performance.now();
    const { name: servername, host, port } = dial;
    const offered = sessions.find(dial.session);
    let resumed: TlsSession | undefined;
    const socket = tlsConnect({
      host,
      port,
      servername,
      ALPNProtocols: ['http/1.1'],
      secureContext,
      ...(offered === undefined ? {} : { session: offered.session }),
    });
    const timer = setTimeout(() => socket.destroy(new GatewayError('unavailable', 'no connection in time')), timeoutMs);
    // The first is enough: a receiver may send them endlessly.
    const keep = (session: Buffer) => sessions.keep(dial.session, session, resumed);
    const fail = (error: Error) => {
      clearTimeout(timer);
      // Whatever is wrong with the name now, its certificate is verified the next time.
      sessions.forget(dial.session);
      socket.off('session', keep).destroy();
      reject(error);
    };
    socket.on('error', fail);
    socket.once('connect', () => (connectedAt = performance.now()));
    // Node emits it once the certificate is verified, and after `secureConnect`, where the peer is checked.
    socket.once('session', keep);
    socket.once('secureConnect', () => {
      if (!dial.mayReach(socket.remoteAddress ?? '')) return fail(notPublic());
      clearTimeout(timer);
      if (socket.isSessionReused()) resumed = offered;
      // An error before the caller takes over the socket must not end the process; it is not about the certificate.
      socket.off('error', fail).on('error', () => undefined);
      socket.setNoDelay(true);
      resolve({ socket, connectedAt });
    });
  });
}
