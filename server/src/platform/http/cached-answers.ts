import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { entityTagOf, isKnown, tagContent } from './entity-tags.ts';

type Answer = {
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly content: Buffer;
};

/** As for all public pages: long enough for a crowd, short enough for a correction. */
const caching = 'public, max-age=300';

/** Not part of the content: they belong to one request. */
const ofOneRequest = new Set(['x-request-id', 'connection', 'content-length', 'date']);

/**
 * For routes whose answers are the same for everybody until the process ends: each is made once. Parameters of the
 * query change nothing. What is refused is not kept, so there are as many answers as there are pages.
 */
export function cacheAnswers(app: FastifyInstance): void {
  const answers = new Map<string, Answer>();
  app.addHook('onRequest', async (request, reply) => {
    const answer = answers.get(nameOf(request));
    if (answer !== undefined) return send(request, reply, answer);
    return undefined;
  });
  app.addHook('onSend', async (request, reply, content) => {
    if (reply.statusCode !== 200 || typeof content !== 'string') return content;
    reply.headers({ 'cache-control': caching, etag: entityTagOf(content) });
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !ofOneRequest.has(name));
    answers.set(nameOf(request), { headers: Object.fromEntries(headers), content: Buffer.from(content) });
    return tagContent(request, reply, content);
  });
}

/** By route and parameters, since one page has many spellings of its address. */
const nameOf = ({ routeOptions, params }: FastifyRequest): string => `${routeOptions.url} ${JSON.stringify(params)}`;

function send(request: FastifyRequest, reply: FastifyReply, { headers, content }: Answer): FastifyReply {
  const { 'content-type': type, ...others } = headers;
  reply.headers(others);
  if (!isKnown(request, String(headers['etag']))) return reply.header('content-type', type).send(content);
  return reply.code(304).send();
}
