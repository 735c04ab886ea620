// Posts to the receivers over persistent connections with undici, as one writes it by hand.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect, createSecureContext, type SecureContext } from 'node:tls';
import { isPublicAddress } from '@makewhole/server/src/lib/network/public-address.ts';
import { Agent, type buildConnector } from 'undici';
import type { EngineSetup } from './setup.ts';

/** Gives the status, or 0 when there was no answer. */
export type Post = (endpoint: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>;

/** What every host name resolves to; the receivers are dialed instead, as the worker does by its dial map. */
const resolved = '198.41.0.4';
const dialed = '127.0.0.1';

export function createPoster(setup: EngineSetup, { checksAddress }: { readonly checksAddress: boolean }): Post {
  const { port, endpoints, caFile } = setup;
  const agent = new Agent({
    pipelining: 1,
    keepAliveTimeout: 30_000,
    allowH2: false,
    connect: connector(createSecureContext({ ca: readFileSync(caFile, 'utf8') }), port, checksAddress),
  });
  const refused = (url: URL) => url.protocol !== 'https:' || url.port !== '' || isIP(url.hostname) !== 0;
  return async (endpoint, headers, body) => {
    const url = new URL(endpoints[endpoint]?.url ?? '');
    if (checksAddress && refused(url)) return 0;
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Bare/1.0', ...headers },
        body,
      });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return 0;
    }
  };
}

function connector(secureContext: SecureContext, port: number, checksAddress: boolean): buildConnector.connector {
  return ({ hostname }, done) => {
    if (checksAddress && !isPublicAddress(resolved)) return done(new Error('not public'), null);
    const socket = connect({ host: dialed, port, servername: hostname, ALPNProtocols: ['http/1.1'], secureContext });
    socket.once('secureConnect', () => {
      if (checksAddress && socket.remoteAddress !== dialed) return void socket.destroy(new Error('another peer'));
      socket.setNoDelay(true);
      done(null, socket);
    });
    socket.once('error', (error) => done(error, null));
  };
}
