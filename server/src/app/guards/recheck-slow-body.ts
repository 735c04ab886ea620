import type { FastifyReply, FastifyRequest } from 'fastify';

/** About as long as a complete request takes when its body arrives with its headers. */
const slowMs = 100;

/**
 * A credential was checked with the headers, and the body may have taken two minutes. Commits check it again; this
 * check prevents an ended credential from reading, and from effects before a transaction.
 */
export async function recheckSlowBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.elapsedTime > slowMs) await request.ctx.db.recheck();
}
