import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How a surface answers a request that none of its routes takes. */
type Unrouted = {
  /** Why it is refused. */
  refuse(request: FastifyRequest, reply: FastifyReply): Error;
  fail(raw: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** By the prefixes of the surfaces. */
    unrouted: Map<string, Unrouted>;
  }
}

/**
 * Answers what no route takes as the surface of its address does. One handler for all: the framework would register each
 * surface's for every method that Node knows, which was two thirds of all routes.
 */
export function answerUnrouted(root: FastifyInstance, prefix: string, surface: Unrouted): void {
  if (root.hasDecorator('unrouted')) return void root.unrouted.set(prefix, surface);
  const surfaces = new Map([[prefix, surface]]);
  root.decorate('unrouted', surfaces);
  root.addHook('onRequest', async (request, reply) => {
    const found = request.is404 ? surfaceOf(surfaces, request.url) : undefined;
    if (found !== undefined) throw found.refuse(request, reply);
  });
  root.setErrorHandler((raw, request, reply) => {
    const found = request.is404 ? surfaceOf(surfaces, request.url) : undefined;
    // Whatever else fails outside of a surface is for the framework's own handler.
    if (found === undefined) throw raw;
    return found.fail(raw, request, reply);
  });
}

/** The innermost surface that the address is in, read as the router does. */
function surfaceOf(surfaces: ReadonlyMap<string, Unrouted>, url: string): Unrouted | undefined {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*\//, '/').split(/[?#]/, 1);
  const decoded = `${decodeURI(path)}/`;
  const [innermost] = [...surfaces]
    // `OPTIONS *` is about no address, and so outside of every other.
    .filter(([prefix]) => prefix === '' || decoded.startsWith(`${prefix}/`))
    .toSorted(([one], [other]) => other.length - one.length);
  return innermost?.[1];
}
