import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { Agent, Pool, type Client } from 'undici';
import { isLocalHost } from '#lib/network/local-host';
import type { Config } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { Attempt, wholeAnswerBytes } from './attempt.ts';
import type { ConnectorOptions, Lookup } from './connector.ts';
import { GuardedClient } from './guarded-client.ts';
import type { AskedAnswer, EgressGateway, PostOutcome } from './port.ts';
import { TlsSessions } from './tls-sessions.ts';

/** Slightly less than an attempt has, so that a host that accepts no connection is reported as such. */
const connectMs = 9_500;
/** A persistent connection skips name resolution, so it is closed after this idle time, */
const keepAliveMs = 30_000;
/** and after this time in any case. With a new connection every five minutes a busy endpoint needs few handshakes. */
const connectionMs = 300_000;

type Settings = Pick<Config, 'webhookHostOverrides' | 'webhookCaFile'> & Partial<Pick<Config, 'webhookAllowLocal'>>;

/** The resolver and the clock for TLS sessions, replaced in tests of the guard itself. */
type Doubles = { readonly lookup?: Lookup; readonly now?: () => number };

export function createEgress(config: Settings, { now, ...doubles }: Doubles = {}): EgressGateway {
  const agent = createAgent({
    dialMap: config.webhookHostOverrides,
    allowLocal: config.webhookAllowLocal,
    // Made once: loading the authorities for each connection costs more than the handshake.
    secureContext: createSecureContext(trusted(config.webhookCaFile)),
    sessions: new TlsSessions(now),
    timeoutMs: connectMs,
    ...doubles,
  });
  return {
    post: ({ url: text, headers, body }) =>
      new Promise<PostOutcome>((resolve) => {
        const url = new URL(text);
        const path = `${url.pathname}${url.search}`;
        const sent = { ...headers, 'accept-encoding': 'identity' };
        agent.dispatch({ origin: url.origin, path, method: 'POST', headers: sent, body }, new Attempt(resolve));
      }),
    ask: ({ method, url: text, headers, body }) =>
      new Promise<AskedAnswer>((resolve, reject) => {
        const url = new URL(text);
        // The guard uses TLS whatever the address says, so a plain http address is the caller's mistake.
        if (url.protocol !== 'https:') return reject(new GatewayError('refused', 'the address is not https'));
        // The caller sees the complete response, so requests never go to this machine; only webhooks may.
        if (isLocalHost(url.hostname))
          return reject(new GatewayError('refused', 'it is an address that is not public'));
        const path = `${url.pathname}${url.search}`;
        const sent = { ...headers, 'accept-encoding': 'identity' };
        const attempt = new Attempt(({ status, answer, cause }, { contentType, failure }) => {
          if (status === undefined || failure !== '') reject(new GatewayError('unavailable', failure || cause));
          else resolve({ status, contentType, body: answer ?? '' });
        }, wholeAnswerBytes);
        agent.dispatch({ origin: url.origin, path, method, headers: sent, body: body ?? null }, attempt);
      }),
    close: () => agent.destroy(),
  };
}

/**
 * The authorities that this machine trusts; in tests another one replaces them, because Node copies the names of all
 * authorities for each connection.
 */
const trusted = (caFile: string | undefined): SecureContextOptions =>
  caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') };

function createAgent(guard: ConnectorOptions): Agent {
  const guarded = (origin: URL, options: object) => new GuardedClient(origin, options as Client.Options, guard);
  return new Agent({
    // As many connections to a host as there are requests: a queue here would make one endpoint of a host wait for
    // another. Each endpoint's cap and the worker's concurrency bound them.
    connections: null,
    clientTtl: connectionMs,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // Only the deadline of the attempt applies.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
    factory: (origin, options) => new Pool(origin, { ...options, factory: guarded }),
  });
}
