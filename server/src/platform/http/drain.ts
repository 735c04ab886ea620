import type { FastifyInstance } from 'fastify';
import { pause } from '#platform/jobs';

export type Drain = {
  readonly draining: boolean;
  /** Stops serving without cutting off any request. */
  run(delayMs: number): Promise<void>;
};

/**
 * While draining, /readyz fails and every response closes its connection, so that a load balancer and its idle
 * connections move away; only then does the listener close.
 */
export function createDrain(app: FastifyInstance): Drain {
  let draining = false;
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
      await app.close();
    },
  };
}
