import type { FastifyReply } from 'fastify';

/** As private as the page it belongs to: not cached, not indexed. */
export const sendPdf = (reply: FastifyReply, { name, content }: { name: string; content: Buffer }): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .send(content);
