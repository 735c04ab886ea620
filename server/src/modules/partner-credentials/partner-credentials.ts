import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '#context';
import { withIdempotency, type IdempotentResponse, type StoredResponse } from '#platform/idempotency';

/** Answers a partner's POST or PATCH in one transaction, once per Idempotency-Key (D-090). */
export async function respondWithIdempotency(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: Tx) => Promise<StoredResponse>,
): Promise<FastifyReply> {
  const { ctx, idempotencyKey } = request;
  const { status, body, replayed } = await withIdempotency(ctx, {
    idempotencyKey: idempotencyKey,
    ttlHours: ctx.config.idempotencyTtlHours,
    run,
  });
  const { url, config } = request.routeOptions;
  if (config.guard?.locates)
    reply.header('location', `${ctx.config.publicBaseUrl}${url}/${(body as { id: string }).id}`);
  return sendResponse(reply, { status, body, replayed });
}

/** Sends a response, marked when it is a replay. */
export function sendResponse(reply: FastifyReply, { status, body, replayed }: IdempotentResponse): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(status).send(body);
}
