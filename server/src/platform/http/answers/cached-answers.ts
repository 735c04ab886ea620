import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { entityTagOf, isKnown } from './entity-tags.ts';

type Content = { readonly bytes: Buffer; readonly tag: string };

type Answer = {
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  /** How long it stays valid; undefined: until the process ends. */
  readonly stamp: string | undefined;
  readonly plain: Content;
  /** Compressed when a client first asks for it. */
  packed?: Content;
};

type Caching = {
  /** Another input of a response, such as the reader's language; it has few values. */
  readonly variantOf?: (request: FastifyRequest) => string;
  /** When its value changes, the response is recomputed. */
  readonly stampOf?: (request: FastifyRequest) => string;
};

/** The same for all public pages except immutable ones: long enough for a crowd, short enough for a correction. */
const caching = 'public, max-age=300';

/** Headers that belong to one request, not to the content. */
const ofOneRequest = new Set(['x-request-id', 'connection', 'content-length', 'date']);

/**
 * For routes with the same response for everyone: each response is computed once and compressed once. Query parameters
 * do not change it, except through `variantOf`. Refusals are not cached, so there are as many entries as pages.
 */
export function cacheAnswers(app: FastifyInstance, { variantOf, stampOf }: Caching = {}): void {
  const answers = new Map<string, Answer>();
  const keyOf = (request: FastifyRequest): string => `${nameOf(request)} ${variantOf?.(request) ?? ''}`;
  app.addHook('onRequest', async (request, reply) => {
    const answer = answers.get(keyOf(request));
    if (answer === undefined || answer.stamp !== stampOf?.(request)) return undefined;
    const bytes = choose(request, reply.headers(answer.headers), answer);
    return bytes === null ? reply.send() : reply.send(bytes);
  });
  app.addHook('onSend', async (request, reply, content) => {
    if (reply.statusCode !== 200 || typeof content !== 'string') return content;
    const vary = [reply.getHeader('vary'), 'accept-encoding'].flat().filter((name) => name !== undefined);
    const isForever = String(reply.getHeader('cache-control')).includes('immutable');
    reply.headers({ ...(isForever ? {} : { 'cache-control': caching }), vary: vary.join(', ') });
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !ofOneRequest.has(name));
    const bytes = Buffer.from(content);
    const answer: Answer = {
      headers: Object.fromEntries(headers),
      stamp: stampOf?.(request),
      plain: { bytes, tag: entityTagOf(bytes) },
    };
    answers.set(keyOf(request), answer);
    return choose(request, reply, answer);
  });
}

/** Keyed by route and parameters, because one page has many spellings of its address. */
const nameOf = ({ routeOptions, params }: FastifyRequest): string => `${routeOptions.url} ${JSON.stringify(params)}`;

/** The bytes for this client, or null when it already has them. Compressed bytes differ, so they have their own tag. */
function choose(request: FastifyRequest, reply: FastifyReply, answer: Answer): Buffer | null {
  const isPacked = /\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/.test(request.headers['accept-encoding']?.toString() ?? '');
  if (isPacked) answer.packed ??= pack(answer.plain);
  const { bytes, tag } = (isPacked ? answer.packed : undefined) ?? answer.plain;
  reply.header('etag', tag);
  if (!isKnown(request, tag)) {
    if (isPacked) reply.header('content-encoding', 'gzip');
    return bytes;
  }
  reply.code(304).removeHeader('content-type');
  // The framework drops the content of a HEAD response itself, and cannot drop null.
  return request.method === 'HEAD' ? bytes : null;
}

const pack = ({ bytes, tag }: Content): Content => ({
  bytes: gzipSync(bytes, { level: 9 }),
  tag: tag.replace(/"$/, '-gzip"'),
});
