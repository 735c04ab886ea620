import { lookup } from 'node:dns/promises';
import { connect as tlsConnect, rootCertificates, type TLSSocket } from 'node:tls';
import { isPublicAddress } from '#lib/public-address';
import { GatewayError } from '#platform/errors';

export type DialMap = ReadonlyMap<string, { readonly host: string; readonly port: number }>;

export type ConnectorOptions = {
  /** Where names are dialled in tests; never set in production, and no replacement for any check of the URL. */
  readonly dialMap: DialMap;
  /** A certificate authority trusted beside the public ones, for tests. */
  readonly ca: string | undefined;
  readonly timeoutMs: number;
};

export type Connection = {
  readonly socket: TLSSocket;
  readonly address: string;
  readonly dnsMs: number;
  readonly connectMs: number;
};

/**
 * Resolves the name once, refuses it if any of its addresses is not public, connects to the vetted address under the
 * name's certificate, and looks at whom it really reached. An address written as a literal passes the same judgement.
 */
export async function connectGuarded(name: string, port: number, options: ConnectorOptions): Promise<Connection> {
  const startedAt = performance.now();
  const target = options.dialMap.get(name) ?? { host: await vettedAddress(name), port };
  const resolvedAt = performance.now();
  const socket = await openTls(name, target, options);
  const address = socket.remoteAddress ?? '';
  if (!options.dialMap.has(name) && !isPublicAddress(address)) {
    socket.destroy();
    throw notPublic();
  }
  return { socket, address, dnsMs: resolvedAt - startedAt, connectMs: performance.now() - resolvedAt };
}

async function vettedAddress(name: string): Promise<string> {
  const answers = await lookup(name, { all: true, verbatim: true });
  const [first] = answers;
  if (first === undefined || !answers.every(({ address }) => isPublicAddress(address))) throw notPublic();
  return first.address;
}

const notPublic = () => new GatewayError('refused', 'the host name leads to an address that is not public');

function openTls(name: string, target: { host: string; port: number }, { ca, timeoutMs }: ConnectorOptions) {
  return new Promise<TLSSocket>((resolve, reject) => {
    const socket = tlsConnect({
      host: target.host,
      port: target.port,
      servername: name,
      ALPNProtocols: ['http/1.1'],
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    });
    const timer = setTimeout(() => socket.destroy(new GatewayError('unavailable', 'no connection in time')), timeoutMs);
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      socket.setNoDelay(true);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    });
  });
}
