// Receives webhooks for every host name that leads here, and records what arrived, when, and whether it was genuine.
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyServiceSignature, verifyStandardWebhook } from '@makewhole/sdk/webhooks';
import { answerQuestions, sharedNow } from '#bench/service/child';
import type { Arrival, Question, Setup } from './receivers.ts';

/** With a book: long enough that a request is always in flight when a process is killed. */
const [shortestMs, longestMs] = [10, 60];

const setup = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Setup;
const secrets = new Map<string, string[]>();

/**
 * Signatures are verified when arrivals are collected, because verification would use the processor time that we
 * measure.
 */
let kept: (() => Arrival)[] = [];
/** Deliveries that have arrived at least once. */
const met = new Set<string>();
/** Open requests by host. */
const openAt = new Map<string, number>();

type Manner = 'acknowledge' | 'fail' | 'cut' | 'be silent';

/**
 * A silent host never responds. An unsteady one fails the first attempt of half its deliveries, and cuts the
 * connection at every fifth of those.
 */
function mannerOf(host: string, deliveryId: string): Manner {
  if (host.startsWith('silent-')) return 'be silent';
  if (!host.startsWith('unsteady-') || met.has(deliveryId)) return 'acknowledge';
  const drawn = Buffer.from(deliveryId).reduce((sum, byte) => sum + byte * 7, 0) % 10;
  return drawn === 0 ? 'cut' : drawn < 5 ? 'fail' : 'acknowledge';
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const atMs = setup.book === undefined ? sharedNow() : Date.now();
  const body = Buffer.concat(chunks);
  const { headers } = request;
  const host = headers.host ?? '';
  const deliveryId = String(headers['x-service-delivery']);
  const manner = mannerOf(host, deliveryId);
  met.add(deliveryId);
  const open = (openAt.get(host) ?? 0) + 1;
  openAt.set(host, open);
  const toArrival = (): Arrival => {
    const text = body.toString('utf8');
    const { id } = JSON.parse(text) as { id: string };
    const headerId = headers['webhook-id']?.toString();
    const eventIds = headerId === undefined ? [id] : [headerId, id];
    const acknowledged = manner === 'acknowledge';
    return {
      host,
      deliveryId,
      eventIds,
      body: text,
      genuine: isGenuine(request, body, host),
      acknowledged,
      atMs,
      open,
    };
  };
  if (setup.book === undefined) kept.push(toArrival);
  else {
    // Recorded before the response, because the book must contain everything that the sender counts as acknowledged.
    appendFileSync(setup.book, `${JSON.stringify(toArrival())}\n`);
    await pause(shortestMs + Math.random() * (longestMs - shortestMs));
  }
  openAt.set(host, (openAt.get(host) ?? 1) - 1);
  if (manner === 'be silent') return;
  if (manner === 'cut') response.destroy();
  else response.writeHead(manner === 'acknowledge' ? 204 : 500).end();
}

/** With a book the run moves the service's clock but not ours, so the age of a signature is not checked. */
function isGenuine({ headers }: IncomingMessage, body: Buffer, host: string): boolean {
  const secret = secrets.get(host) ?? [];
  const clock = setup.book === undefined ? {} : { toleranceSeconds: Infinity };
  try {
    verifyServiceSignature({ header: headers['x-service-signature']?.toString(), body, secret, ...clock });
    if (setup.book === undefined) verifyStandardWebhook({ headers, body, secret });
    return true;
  } catch {
    return false;
  }
}

function answer(question: Question): unknown {
  if (question.kind === 'count') return kept.length;
  if (question.kind === 'trust') {
    for (const [host, secret] of Object.entries(question.secrets))
      secrets.set(host, [...(secrets.get(host) ?? []), secret]);
    return undefined;
  }
  const collected = kept.map((toArrival) => toArrival());
  kept = [];
  return collected;
}

// Longer than a sender keeps a connection, so that this side does not close one during a request.
const options = { key: setup.key, cert: setup.certificate, keepAliveTimeout: 120_000 };
const server = createServer(options, (request, response) => {
  // A sender that is killed in the middle of a request has delivered nothing.
  take(request, response).catch(() => response.destroy());
});
server.on('tlsClientError', () => undefined);
server.listen(setup.port, '127.0.0.1');
const listening = once(server, 'listening');

answerQuestions<Question, unknown>(async (question) => {
  await listening;
  return answer(question);
});
