import { readFileSync } from 'node:fs';
import { Agent, type Dispatcher } from 'undici';
import type { Config } from '#platform/config';
import { causeOfError, causeOfStatus } from './causes.ts';
import { connectGuarded, type ConnectorOptions } from './connector.ts';
import type { EgressGateway, OutboundPost, PostOutcome } from './port.ts';

/** From the first look-up to the answer's headers; the contract's acknowledgement time. */
const deadlineMs = 10_000;
/** What is kept of an answer, for whoever looks at the delivery later. */
const answerBytes = 16_384;
/** A kept-alive connection is not resolved again, so it does not live long. */
const keepAliveMs = 30_000;

type Steps = { address: string | undefined; dns?: number; connect?: number };

export function createEgress(config: Config): EgressGateway {
  const options: ConnectorOptions = {
    dialMap: config.webhookDialMap,
    ca: config.webhookCaFile === undefined ? undefined : readFileSync(config.webhookCaFile, 'utf8'),
    timeoutMs: deadlineMs,
  };
  /** How each name was last reached; attempts on a kept-alive connection share it. */
  const reached = new Map<string, Steps>();
  const agent = new Agent({
    connections: 8,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxHeaderSize: 16_384,
    connect: ({ hostname, port }, done) => {
      const connecting = async () => {
        const { socket, address, dnsMs, connectMs } = await connectGuarded(hostname, Number(port) || 443, options);
        reached.set(hostname, { address, dns: dnsMs, connect: connectMs });
        return socket;
      };
      connecting().then(
        (socket) => done(null, socket),
        (error: unknown) => done(error as Error, null),
      );
    },
  });
  return {
    post: (request) => post(agent, request, reached),
    close: () => agent.destroy(),
  };
}

async function post(agent: Agent, request: OutboundPost, reached: Map<string, Steps>): Promise<PostOutcome> {
  const startedAt = performance.now();
  const url = new URL(request.url);
  const deadline = AbortSignal.timeout(deadlineMs);
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
      signal: deadline,
    });
    const firstByte = performance.now() - startedAt;
    return done({ status: statusCode, cause: causeOfStatus(statusCode), answer: await readStart(body) }, firstByte);
  } catch (error) {
    const cause = deadline.aborted ? `no answer within ${deadlineMs / 1000} seconds` : causeOfError(error);
    return done({ status: undefined, cause, answer: undefined });
  }
}

/** The beginning of the body. What is longer, or does not come in time, is cut off together with its connection. */
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
    // The headers had come in time, so the answer counts; its body is only for the log.
  }
  body.destroy();
  return Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8').replaceAll('\0', '');
}
