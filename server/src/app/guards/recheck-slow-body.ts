import type { FastifyReply, FastifyRequest } from 'fastify';

/** About as long as the whole request takes when its body comes with its headers. */
const slowMs = 100;

/**
 * A credential was checked with the headers, and the body may have taken two minutes. What commits is checked again then;
 * this keeps a credential that ended meanwhile from reading, and from what is done before a transaction.
 */
export async function recheckSlowBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.elapsedTime > slowMs) await request.ctx.db.recheck();
}
