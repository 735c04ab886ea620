import type { FastifyReply } from 'fastify';
import type { IdempotentResponse } from '#platform/idempotency';

/** Sends a response, marked when it is a replay. */
export function sendResponse(reply: FastifyReply, { status, body, replayed }: IdempotentResponse): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(status).send(body);
}
