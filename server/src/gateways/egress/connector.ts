import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect as tlsConnect, type SecureContext, type TLSSocket } from 'node:tls';
import { isPublicAddress } from '#lib/network/public-address';
import { GatewayError } from '#platform/errors';

type DialMap = ReadonlyMap<string, { readonly host: string; readonly port: number }>;

/** Every address of a host name. */
export type Lookup = (name: string) => Promise<readonly string[]>;

export type ConnectorOptions = {
  /** Where host names are dialed in tests; never set in production, and it replaces no check of the URL. */
  readonly dialMap: DialMap;
  /** The trusted certificate authorities. */
  readonly secureContext: SecureContext;
  readonly timeoutMs: number;
  /** Default: the system's resolver; tests replace it. */
  readonly lookup?: Lookup;
};

const systemLookup: Lookup = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

export type Connection = {
  readonly socket: TLSSocket;
  readonly address: string;
  /** Milliseconds until the name was resolved, and from there until the TLS connection was established. */
  readonly dns: number;
  readonly connect: number;
};

/**
 * Resolves the name once, refuses it if any of its addresses is not public, connects to the checked address under the
 * name's certificate, and checks the peer. A literal address passes the same checks.
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
    // Stays attached: an error before the caller takes over the socket must not end the process.
    socket.on('error', (error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    });
  });
}
