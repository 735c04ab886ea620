import type { FastifyInstance } from 'fastify';

/**
 * For surfaces whose callers are no account: links, tokens and providers lead to a case, and a change of it is told to
 * whichever account brought it in. Elsewhere nobody sees a row of an account before it is known who asks.
 */
export function actForEveryAccount(surface: FastifyInstance): void {
  surface.addHook('onRequest', async (request) => {
    request.ctx = { ...request.ctx, db: request.ctx.db.seeing('all') };
  });
}
