import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '#context';
import { answerOnce, type Answered, type KeptAnswer, type NamedRequest } from '#platform/idempotency';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a partner calls this request by, when it gave an Idempotency-Key. */
    named: NamedRequest | undefined;
  }
}

/** Answers a partner's POST or PATCH in one transaction, once per Idempotency-Key (decision 90). */
export async function answerPartner(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: Tx) => Promise<KeptAnswer>,
): Promise<FastifyReply> {
  const { ctx, named } = request;
  const { status, body, replayed } = await answerOnce(ctx, { named, ttlHours: ctx.config.idempotencyTtlHours, run });
  const { url, config } = request.routeOptions;
  if (config.door?.locates)
    reply.header('location', `${ctx.config.publicBaseUrl}${url}/${(body as { id: string }).id}`);
  return sendAnswered(reply, { status, body, replayed });
}

/** An answer, with word that it is the one given before. */
export function sendAnswered(reply: FastifyReply, { status, body, replayed }: Answered): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(status).send(body);
}
