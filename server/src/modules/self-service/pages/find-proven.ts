import type { FastifyReply, FastifyRequest } from 'fastify';
import { findCurrent, type CurrentPage } from './find-current.ts';

/** The case behind the link, for what only a customer who was reached may do: others get the page back, unchanged. */
export async function findProven(
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<CurrentPage | undefined> {
  const current = await findCurrent(request, reply);
  if (current === undefined || current.standing.isProven) return current;
  reply.code(303).header('location', `/case/${current.token}?lang=${current.language}`).send();
  return undefined;
}
