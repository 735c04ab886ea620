import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A strong entity tag: it changes whenever the bytes change. */
export const entityTagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Whether the client already has this content (RFC 9110, 13.1.2). A proxy may have made its tag weak. */
export function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && known.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}

/** An `onSend` hook: adds an entity tag to the response, and sends no body to a client that has it. */
export async function tagContent(request: FastifyRequest, reply: FastifyReply, content: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof content !== 'string') return content;
  const tag = entityTagOf(content);
  reply.header('etag', tag);
  if (!isKnown(request, tag)) return content;
  reply.code(304).removeHeader('content-type');
  // The framework drops the content of a HEAD response itself, and cannot drop null.
  return request.method === 'HEAD' ? content : null;
}
