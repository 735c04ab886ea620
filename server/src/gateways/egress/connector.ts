import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect as tlsConnect, type SecureContext, type TLSSocket } from 'node:tls';
import { isPublicAddress } from '#lib/public-address';
import { GatewayError } from '#platform/errors';

export type DialMap = ReadonlyMap<string, { readonly host: string; readonly port: number }>;

/** Every address a name leads to. */
export type Lookup = (name: string) => Promise<readonly string[]>;

export type ConnectorOptions = {
  /** Where names are dialled in tests; never set in production, and no replacement for any check of the URL. */
  readonly dialMap: DialMap;
  /** The authorities that are trusted. */
  readonly secureContext: SecureContext;
  readonly timeoutMs: number;
  /** The system's resolver unless a test answers in its place. */
  readonly lookup?: Lookup;
};

const systemLookup: Lookup = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

export type Connection = {
  readonly socket: TLSSocket;
  readonly address: string;
  /** Milliseconds until there was an address, and from there until there was a secure connection. */
  readonly dns: number;
  readonly connect: number;
};

/**
 * Resolves the name once, refuses it if any of its addresses is not public, connects to the vetted address under the
 * name's certificate, and looks at whom it really reached. An address written as a literal passes the same judgement.
 */
export async function connectGuarded(name: string, port: number, options: ConnectorOptions): Promise<Connection> {
  const startedAt = performance.now();
  const target = options.dialMap.get(name) ?? { host: await vettedAddress(name, options), port };
  const resolvedAt = performance.now();
  const socket = await openTls(name, target, options);
  const address = socket.remoteAddress ?? '';
  if (!options.dialMap.has(name) && !isPublicAddress(address)) {
    socket.destroy();
    throw notPublic();
  }
  return { socket, address, dns: resolvedAt - startedAt, connect: performance.now() - resolvedAt };
}

async function vettedAddress(name: string, { lookup: ask = systemLookup }: ConnectorOptions): Promise<string> {
  const literal = name.replace(/^\[(.*)\]$/, '$1');
  const answers = isIP(literal) === 0 ? await ask(name) : [literal];
  const [first] = answers;
  if (first === undefined || !answers.every(isPublicAddress)) throw notPublic();
  return first;
}

const notPublic = () => new GatewayError('refused', 'the host name leads to an address that is not public');

function openTls(name: string, target: { host: string; port: number }, { secureContext, timeoutMs }: ConnectorOptions) {
  return new Promise<TLSSocket>((resolve, reject) => {
    const { host, port } = target;
    const socket = tlsConnect({ host, port, servername: name, ALPNProtocols: ['http/1.1'], secureContext });
    const timer = setTimeout(() => socket.destroy(new GatewayError('unavailable', 'no connection in time')), timeoutMs);
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      socket.setNoDelay(true);
      resolve(socket);
    });
    // Stays for good: an error between here and whoever takes the socket over must not end the process.
    socket.on('error', (error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    });
  });
}
