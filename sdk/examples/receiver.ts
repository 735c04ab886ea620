// A receiver of webhook deliveries: reads the raw body, verifies it, acts once per event. To try it out:
//   WEBHOOK_SECRET=whsec_… node sdk/examples/receiver.ts
// It prints the type and id of every delivery it believes. It speaks plain HTTP on 127.0.0.1:8081 and belongs behind
// whatever ends TLS for you; with TLS_KEY_FILE and TLS_CERT_FILE it ends TLS itself. During a rotation WEBHOOK_SECRET
// is both secrets with a comma between them.
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { verifyServiceSignature, WebhookRefused, type Secrets } from '@makewhole/sdk/webhooks';

export type WebhookEvent = {
  /** The same on every retry and on every resend. */
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Remembers which events were acted on. In production this is a table with the event's id as its key, written in the
 * transaction that also holds what the event sets off: then there is no moment at which only one of the two is there.
 */
export type EventStore = {
  /** Runs `act` unless it already succeeded for this id; what failed may be tried again. */
  once(eventId: string, act: () => Promise<void>): Promise<void>;
};

export type ReceiverOptions = {
  /** During a rotation's overlap both secrets. */
  readonly secret: Secrets;
  readonly store: EventStore;
  /** What each type sets off. Types that are not here are acknowledged and ignored: new ones are added over time. */
  readonly actions: Readonly<Record<string, (event: WebhookEvent) => Promise<void>>>;
  /** Told of every genuine delivery, repeated ones too; for a log. */
  readonly seen?: (event: WebhookEvent) => void;
  readonly now?: () => Date;
};

const bodyBytesMax = 1_048_576;

export const createReceiver = (options: ReceiverOptions): Server => createServer(answerWith(options));

/** What node:http and node:https call for each request. */
const answerWith = (options: ReceiverOptions) => (request: IncomingMessage, response: ServerResponse) => {
  receive(request, options).then(
    (status) => finish(response, status),
    // Anything but a 2xx is tried again later, so a failure of ours loses nothing.
    () => finish(response, 500),
  );
};

async function receive(request: IncomingMessage, options: ReceiverOptions): Promise<number> {
  if (request.method !== 'POST') return 405;
  const body = await readRaw(request);
  if (body === undefined) return 413;
  const header = request.headers['x-service-signature'];
  try {
    if (Array.isArray(header)) return 400;
    verifyServiceSignature({ header, body, secret: options.secret, now: options.now?.() ?? new Date() });
  } catch (error) {
    if (error instanceof WebhookRefused) return 400;
    throw error;
  }
  const event = JSON.parse(body.toString('utf8')) as WebhookEvent;
  options.seen?.(event);
  const act = Object.hasOwn(options.actions, event.type) ? options.actions[event.type] : undefined;
  if (act !== undefined) await options.store.once(event.id, () => act(event));
  return 204;
}

/** The bytes as they came: the signature is over these, not over anything parsed from them. */
async function readRaw(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function finish(response: ServerResponse, status: number): void {
  // A body that was not read to its end leaves the connection in no state to be used again.
  if (status === 413) response.setHeader('connection', 'close');
  response.writeHead(status).end();
}

/** For one process and until it ends; enough to try things out. */
export function memoryStore(): EventStore {
  const acted = new Map<string, Promise<void>>();
  return {
    async once(eventId, act) {
      const earlier = acted.get(eventId);
      if (earlier !== undefined) return earlier;
      const acting = act();
      acted.set(eventId, acting);
      await acting.catch((error: unknown) => {
        acted.delete(eventId);
        throw error;
      });
    },
  };
}

if (import.meta.main) {
  // oxlint-disable-next-line node/no-process-env -- an example is configured where it is started
  const { WEBHOOK_SECRET: secrets = '', PORT: port = '8081', TLS_KEY_FILE: key, TLS_CERT_FILE: cert } = process.env;
  if (secrets === '') throw new Error('WEBHOOK_SECRET is needed: the secret that was shown with the endpoint');
  const seen = ({ type, id }: WebhookEvent) => void process.stdout.write(`${type} ${id}\n`);
  const options = { secret: secrets.split(','), store: memoryStore(), actions: {}, seen };
  const tls = key !== undefined && cert !== undefined && { key: readFileSync(key), cert: readFileSync(cert) };
  const server = tls ? createTlsServer(tls, answerWith(options)) : createReceiver(options);
  server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`listening on ${port}\n`));
}
