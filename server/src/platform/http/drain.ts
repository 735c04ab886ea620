import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pause } from '#platform/jobs';
import { Type } from 'typebox';

type Readiness = {
  /** Names of missing parts; empty when the process can serve. */
  check(): Promise<readonly string[]>;
  /** Requests that a ready process refuses anyway, and why. */
  listRefused(): readonly string[];
};

const closed = { additionalProperties: false } as const;
const alive = { response: { 200: Type.Object({ ok: Type.Boolean() }, closed) } };
const answer = Type.Object(
  { ok: Type.Boolean(), missing: Type.Array(Type.String()), refused: Type.Optional(Type.Array(Type.String())) },
  closed,
);
const ready = { response: { 200: answer, 503: answer } };

/** The response of /readyz. */
export async function describeReadiness({ check, listRefused }: Readiness) {
  const missing = await check();
  const refused = listRefused();
  const isReady = missing.length === 0;
  const body = { ok: isReady, missing, ...(refused.length === 0 ? {} : { refused }) };
  return { status: isReady ? 200 : 503, body } as const;
}

/** /livez: the process runs. /readyz: it can serve, and is not stopping. /healthz: the contract's name for /livez. */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  const open = { audience: 'anyone', operation: 'http.health' } as const;
  app.get('/livez', { config: open, schema: alive, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/healthz', { config: open, schema: alive, logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/readyz', { config: open, schema: ready, logLevel: 'silent' }, async (_request, reply) => {
    const { status, body } = await describeReadiness(readiness);
    return reply.code(status).send(body);
  });
}

/** Aborts when the client disconnects: a file is read only while its client waits. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  if (reply.raw.closed) disconnected.abort();
  else reply.raw.once('close', () => disconnected.abort());
  return disconnected.signal;
}

export type Drain = {
  readonly draining: boolean;
  /** Stops serving without interrupting a request. */
  run(delayMs: number): Promise<void>;
};

/** By then a client that opened a connection has sent the first byte of its request, or read a response. */
const graceMs = 1_000;

/**
 * While draining, /readyz fails and all responses close their connection, so that a load balancer and its idle
 * connections move away; only then does the listener close.
 */
export function createDrain(app: FastifyInstance): Drain {
  let draining = false;
  const closeUnneeded = watchUnneeded(app);
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return {
    get draining() {
      return draining;
    },
    async run(delayMs) {
      draining = true;
      await pause(delayMs);
      const closing = app.close();
      const timer = setInterval(closeUnneeded, graceMs);
      await closing.finally(() => clearInterval(timer));
    },
  };
}

type Answered = { readonly request: IncomingMessage; readonly at: number };

/**
 * Closes connections that Node would wait for in vain after it stops listening: connections without any data, which browsers open ahead of
 * time and which Node counts as busy until their headers are a minute overdue; connections whose request was answered before its body
 * arrived, because the client may not send the rest; and connections that became idle since, which Node closes only at the beginning.
 */
function watchUnneeded(app: FastifyInstance): () => void {
  const opened = new Map<Socket, number>();
  const answered = new WeakMap<Socket, Answered>();
  app.server.on('connection', (socket: Socket) => {
    opened.set(socket, performance.now());
    socket.once('close', () => opened.delete(socket));
  });
  app.server.on('request', (request, response) => {
    const { socket } = request;
    answered.delete(socket);
    response.once('finish', () => answered.set(socket, { request, at: performance.now() }));
  });
  const isLong = (since: number): boolean => performance.now() - since >= graceMs;
  return () => {
    for (const [socket, since] of opened) {
      const last = answered.get(socket);
      const isSilent = socket.bytesRead === 0 && isLong(since);
      const isDone = last !== undefined && !last.request.complete && isLong(last.at);
      if (isSilent || isDone) socket.destroy();
    }
    app.server.closeIdleConnections();
  };
}
