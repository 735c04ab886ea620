import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A strong entity tag: as long as the bytes are the same, and no longer. */
export const entityTagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Whether the client has this content already (RFC 9110, 13.1.2); a proxy may have made its tag a weak one. */
export function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && known.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}

/** An `onSend` hook: tags what a route answers, and sends nothing to a client that has it. */
export async function tagContent(request: FastifyRequest, reply: FastifyReply, content: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof content !== 'string') return content;
  const tag = entityTagOf(content);
  reply.header('etag', tag);
  if (!isKnown(request, tag)) return content;
  reply.code(304).removeHeader('content-type');
  // The framework drops the content of a HEAD itself, and cannot drop nothing.
  return request.method === 'HEAD' ? content : null;
}
