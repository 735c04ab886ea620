import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pause } from '#platform/jobs';

export type Drain = {
  readonly draining: boolean;
  /** Stops serving without cutting off any request. */
  run(delayMs: number): Promise<void>;
};

/** Whoever opened a connection to send a request has sent its first byte by then. */
const silentMs = 1_000;

/**
 * While draining, /readyz fails and every response closes its connection, so that a load balancer and its idle
 * connections move away; only then does the listener close.
 */
export function createDrain(app: FastifyInstance): Drain {
  let draining = false;
  const closeSilent = watchSilent(app);
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
      const timer = setInterval(closeSilent, silentMs);
      await closing.finally(() => clearInterval(timer));
    },
  };
}

/**
 * Closes connections on which nothing ever came, as browsers open them ahead. Node takes them for busy and waits until their
 * headers are overdue, a minute.
 */
function watchSilent(app: FastifyInstance): () => void {
  const opened = new Map<Socket, number>();
  app.server.on('connection', (socket: Socket) => {
    opened.set(socket, performance.now());
    socket.once('close', () => opened.delete(socket));
  });
  return () => {
    for (const [socket, since] of opened)
      if (socket.bytesRead === 0 && performance.now() - since >= silentMs) socket.destroy();
  };
}
