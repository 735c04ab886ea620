// A receiver of webhook deliveries: reads the raw body, verifies it, processes each event once. To try it out:
//   WEBHOOK_SECRET=whsec_… node sdk/examples/receiver.ts
// It prints the type and id of every genuine delivery. It serves plain HTTP on 127.0.0.1:8081 and belongs behind
// a proxy that terminates TLS; with TLS_KEY_FILE and TLS_CERT_FILE it terminates TLS itself. During a rotation,
// WEBHOOK_SECRET is both secrets, separated by a comma.
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { verifyServiceSignature, WebhookRefused, type Secrets } from '@makewhole/sdk/webhooks';

export type WebhookEvent = {
  /** The same on every retry and resend. */
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Remembers which events were processed. In production this is a table with the event id as its key, written in the
 * same transaction as the changes that the event causes, so that there is never one without the other.
 */
export type EventStore = {
  /** Runs `act` unless it already succeeded for this id; a failed one can be retried. */
  once(eventId: string, act: () => Promise<void>): Promise<void>;
};

export type ReceiverOptions = {
  /** Both secrets during the overlap of a rotation. */
  readonly secret: Secrets;
  readonly store: EventStore;
  /** What to do for each event type. Other types are acknowledged and ignored: new ones are added over time. */
  readonly actions: Readonly<Record<string, (event: WebhookEvent) => Promise<void>>>;
  /** Called for every genuine delivery, including repeated ones; for a log. */
  readonly seen?: (event: WebhookEvent) => void;
  readonly now?: () => Date;
};

const bodyBytesMax = 1_048_576;

export const createReceiver = (options: ReceiverOptions): Server => createServer(answerWith(options));

/** The request listener for node:http and node:https. */
const answerWith = (options: ReceiverOptions) => (request: IncomingMessage, response: ServerResponse) => {
  receive(request, options).then(
    (status) => finish(response, status),
    // Anything but a 2xx is retried later, so nothing is lost when we fail.
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

/** The raw bytes: these are signed, not anything parsed from them. */
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
  // The connection cannot be reused when the body was not read to its end.
  if (status === 413) response.setHeader('connection', 'close');
  response.writeHead(status).end();
}

/** In memory, for one process; enough to try things out. */
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
  if (secrets === '')
    throw new Error('WEBHOOK_SECRET is required: the secret that was shown when the endpoint was created');
  const seen = ({ type, id }: WebhookEvent) => void process.stdout.write(`${type} ${id}\n`);
  const options = { secret: secrets.split(','), store: memoryStore(), actions: {}, seen };
  const tls = key !== undefined && cert !== undefined && { key: readFileSync(key), cert: readFileSync(cert) };
  const server = tls ? createTlsServer(tls, answerWith(options)) : createReceiver(options);
  server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`listening on ${port}\n`));
}
