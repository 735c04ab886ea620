import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pause } from '#platform/jobs';

export type Drain = {
  readonly draining: boolean;
  /** Stops serving without cutting off any request. */
  run(delayMs: number): Promise<void>;
};

/** Whoever opened a connection to send a request has sent its first byte by then, and read an answer that was sent. */
const graceMs = 1_000;

/**
 * While draining, /readyz fails and every response closes its connection, so that a load balancer and its idle
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
 * Closes what Node waits for in vain when it stops listening. Connections on which nothing ever came, as browsers open them
 * ahead: Node takes them for busy until their headers are overdue, a minute. Connections whose request was answered before
 * its body had arrived: the rest is for nobody, and its client may not send it. And those that became idle since, which
 * Node closes only at the beginning.
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
