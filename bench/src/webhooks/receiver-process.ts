// Receives webhooks for every host name that leads here, and records what arrived, when, and whether it was genuine.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { verifyServiceSignature, verifyStandardWebhook } from '@makewhole/sdk/webhooks';
import { answerQuestions, sharedNow } from './child.ts';
import type { Arrival, Collected, Question, Sample, Setup } from './receivers.ts';

type Host = {
  readonly secrets: string[];
  readonly held: Set<ServerResponse>;
  hangs: boolean;
  open: number;
  most: number;
};

/** Checked when it is collected: verifying signatures would take processor time from what is measured. */
type Request = {
  readonly host: string;
  readonly atMs: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

const hosts = new Map<string, Host>();
let requests: Request[] = [];

function hostNamed(name: string): Host {
  const known = hosts.get(name);
  if (known !== undefined) return known;
  const host: Host = { secrets: [], held: new Set(), hangs: false, open: 0, most: 0 };
  hosts.set(name, host);
  return host;
}

function take(request: IncomingMessage, response: ServerResponse): void {
  // A sender without a dial map includes the port.
  const [name = ''] = (request.headers.host ?? '').split(':');
  const host = hostNamed(name);
  host.open += 1;
  host.most = Math.max(host.most, host.open);
  response.once('close', () => {
    host.open -= 1;
    host.held.delete(response);
  });
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('error', () => undefined);
  request.once('end', () => {
    const atMs = sharedNow();
    if (host.hangs) host.held.add(response);
    else response.writeHead(204).end();
    requests.push({ host: name, atMs, headers: request.headers, body: Buffer.concat(chunks) });
  });
}

function toArrival({ host, atMs, headers, body }: Request): Arrival {
  const { id } = JSON.parse(body.toString('utf8')) as { id: string };
  const deliveryId = String(headers['x-service-delivery']);
  return { host, eventId: id, deliveryId, atMs, genuine: isGenuine(headers, body, hostNamed(host).secrets) };
}

function isGenuine(headers: IncomingHttpHeaders, body: Buffer, secret: readonly string[]): boolean {
  try {
    verifyServiceSignature({ header: String(headers['x-service-signature']), body, secret });
    verifyStandardWebhook({ headers, body, secret });
    return true;
  } catch {
    return false;
  }
}

function sample(): Sample | undefined {
  const last = requests.at(-1);
  if (last === undefined) return undefined;
  const body = last.body.toString('utf8');
  const { id } = JSON.parse(body) as { id: string };
  return { eventId: id, eventType: String(last.headers['x-service-event']), body };
}

function collect(): Collected {
  const most = Object.fromEntries([...hosts].map(([name, host]) => [name, host.most]));
  const collected = { arrivals: requests.map(toArrival), most };
  requests = [];
  for (const host of hosts.values()) host.most = host.open;
  return collected;
}

function behave(names: readonly string[], as: 'ok' | 'hang'): void {
  for (const host of names.map(hostNamed)) {
    host.hangs = as === 'hang';
    if (host.hangs) continue;
    for (const response of host.held) response.writeHead(204).end();
    host.held.clear();
  }
}

function answer(question: Question): unknown {
  switch (question.kind) {
    case 'trust':
      for (const [name, secret] of Object.entries(question.secrets)) hostNamed(name).secrets.push(secret);
      return undefined;
    case 'behave':
      return behave(question.hosts, question.as);
    case 'count':
      return requests.length;
    case 'sample':
      return sample();
    case 'collect':
      return collect();
  }
}

const setup = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Setup;
// Longer than a sender keeps a connection, so that none is closed from this side during a request.
const server = createServer({ key: setup.key, cert: setup.certificate, keepAliveTimeout: 120_000 }, take);
server.on('tlsClientError', () => undefined);
server.listen(setup.port, '127.0.0.1');
const listening = once(server, 'listening');
answerQuestions<Question, unknown>(async (question) => {
  await listening;
  return answer(question);
});
