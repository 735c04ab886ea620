// Receives webhooks for every host name that leads here and records each request before it answers.
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyServiceSignature } from '@makewhole/sdk/webhooks';
import { answerQuestions } from '#bench/webhooks/child';
import type { Manner, Question, Setup, Written } from './receivers.ts';

/** Long enough that something is always in flight when a process is killed. */
const [shortestMs, longestMs] = [10, 60];

const setup = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Setup;
const secrets = new Map<string, string>();
/** Deliveries that have arrived at least once. */
const met = new Set<string>();

/** Requests that are open at each host. */
const openAt = new Map<string, number>();

/** An unsteady host fails the first attempt of half its deliveries, and cuts the connection at every fifth of those. */
function mannerOf(host: string, deliveryId: string): Manner {
  if (!host.startsWith('unsteady-') || met.has(deliveryId)) return 'acknowledge';
  const drawn = Buffer.from(deliveryId).reduce((sum, byte) => sum + byte * 7, 0) % 10;
  return drawn === 0 ? 'cut' : drawn < 5 ? 'fail' : 'acknowledge';
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const host = request.headers.host ?? '';
  const deliveryId = String(request.headers['x-service-delivery']);
  const manner = mannerOf(host, deliveryId);
  met.add(deliveryId);
  openAt.set(host, (openAt.get(host) ?? 0) + 1);
  // Recorded before it is answered: what the sender counts as acknowledged must be in the book.
  const written: Written = {
    host,
    deliveryId,
    headerId: request.headers['webhook-id']?.toString() ?? null,
    body: body.toString('utf8'),
    genuine: isGenuine(request, body, secrets.get(host) ?? ''),
    manner,
    atMs: Date.now(),
    open: openAt.get(host) ?? 0,
  };
  appendFileSync(setup.book, `${JSON.stringify(written)}\n`);
  await pause(shortestMs + Math.random() * (longestMs - shortestMs));
  openAt.set(host, (openAt.get(host) ?? 1) - 1);
  if (manner === 'cut') response.destroy();
  else response.writeHead(manner === 'acknowledge' ? 204 : 500).end();
}

/** The run moves the service's clock and not ours, so the age of a signature is not checked here. */
function isGenuine({ headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  try {
    const header = headers['x-service-signature']?.toString();
    verifyServiceSignature({ header, body, secret, toleranceSeconds: Infinity });
    return true;
  } catch {
    return false;
  }
}

const options = { key: setup.key, cert: setup.certificate, keepAliveTimeout: 120_000 };
const server = createServer(options, (request, response) => {
  // A sender that is killed in the middle of a request has delivered nothing.
  take(request, response).catch(() => response.destroy());
});
server.on('tlsClientError', () => undefined);
server.listen(setup.port, '127.0.0.1');
const listening = once(server, 'listening');

answerQuestions<Question, null>(async (question) => {
  await listening;
  if (question.kind === 'trust') for (const [host, secret] of question.secrets) secrets.set(host, secret);
  return null;
});
