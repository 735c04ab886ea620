import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContextOptions } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import type { Config } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { causeOfError, causeOfStatus } from './causes.ts';
import { connectGuarded, type Connection, type ConnectorOptions, type Lookup } from './connector.ts';
import type { EgressGateway, OutboundPost, PostOutcome } from './port.ts';

/** From the look-up to the answer's headers; the contract's acknowledgement time. */
const deadlineMs = 10_000;
/** Slightly less, so that a host that accepts no connection is reported as such. */
const connectMs = 9_500;
/** How much of an answer is stored, for people who read the delivery later. */
const answerBytes = 16_384;
/** A persistent connection is not resolved again, so it is closed soon. */
const keepAliveMs = 30_000;
/** Interim answers (1xx) that a receiver may send before its answer; more would keep us busy for nothing. */
const interimMax = 16;

type Steps = Omit<Connection, 'socket'>;

type Settings = Pick<Config, 'webhookDialMap' | 'webhookCaFile'>;

/** `doubles` replace the resolver in tests of the guard itself. */
export function createEgress(config: Settings, doubles: { readonly lookup?: Lookup } = {}): EgressGateway {
  const options: ConnectorOptions = {
    dialMap: config.webhookDialMap,
    // Made once: reading the authorities for every connection costs more than the handshake.
    secureContext: createSecureContext(trusted(config.webhookCaFile)),
    timeoutMs: connectMs,
    ...doubles,
  };
  /** How each host was last reached; attempts on a persistent connection share it. */
  const reached = new Map<string, Steps>();
  const agent = new Agent({
    // As many connections to a host as there are requests: a queue here would make one endpoint of a host wait for
    // another. They are bounded by the cap of each endpoint and the concurrency of the worker.
    connections: null,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxHeaderSize: 16_384,
    connect: ({ hostname, port }, done) => {
      const connecting = async () => {
        const { socket, ...steps } = await connectGuarded(hostname, Number(port) || 443, options);
        reached.set(hostname, steps);
        return socket;
      };
      connecting().then(
        (socket) => done(null, socket),
        (error: unknown) => {
          reached.delete(hostname);
          done(error as Error, null);
        },
      );
    },
  });
  return {
    post: (request) => post(agent, request, reached),
    close: () => agent.destroy(),
  };
}

/** The authorities this machine trusts, and in tests one more. */
const trusted = (caFile: string | undefined): SecureContextOptions =>
  caFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] };

async function post(agent: Agent, request: OutboundPost, reached: Map<string, Steps>): Promise<PostOutcome> {
  const startedAt = performance.now();
  const url = new URL(request.url);
  const stop = new AbortController();
  const giveUp = (cause: string) => stop.abort(new GatewayError('unavailable', cause));
  const deadline = setTimeout(() => giveUp(`no answer within ${deadlineMs / 1000} seconds`), deadlineMs);
  let interim = 0;
  const done = (part: Pick<PostOutcome, 'status' | 'cause' | 'answer'>, firstByte?: number): PostOutcome => {
    const { address, ...steps } = reached.get(url.hostname) ?? { address: undefined };
    const timings = Object.entries({ ...steps, firstByte }).filter(([, ms]) => ms !== undefined);
    return {
      ...part,
      durationMs: Math.round(performance.now() - startedAt),
      timings: Object.fromEntries(timings.map(([name, ms]) => [name, Math.round(ms ?? 0)])),
      address,
    };
  };
  try {
    const { statusCode, body } = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      body: request.body,
      signal: stop.signal,
      onInfo: () => {
        interim += 1;
        if (interim > interimMax) giveUp('interim answers without end');
      },
    });
    const firstByte = performance.now() - startedAt;
    const answer = await readStart(body);
    return done({ status: statusCode, cause: causeOfStatus(statusCode), answer }, firstByte);
  } catch (error) {
    return done({ status: undefined, cause: causeOfError(error), answer: undefined });
  } finally {
    clearTimeout(deadline);
  }
}

/** The beginning of the body. What is longer, or late, is cut off together with its connection. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= answerBytes) break;
    }
  } catch {
    // The headers arrived in time, so the answer counts; its body is only for the log.
  }
  body.destroy();
  return Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8').replaceAll('\0', '');
}
