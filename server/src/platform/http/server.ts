import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { BlockList } from 'node:net';
import { callerAddress } from '#lib/address';
import { newId } from '#lib/ids';
import { AppError } from '#platform/errors';
import type { Telemetry } from '#platform/telemetry';
import { observeRequests } from './observe.ts';

export type HttpOptions = {
  readonly telemetry: Telemetry;
  readonly trustedProxies: BlockList;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling, in one spelling: an IPv4 or an IPv6 address. */
    callerAddress: string;
  }
  interface FastifyContextConfig {
    /** What the route does, as logs, metrics and spans name it. */
    operation?: string;
    /** Who may call it; test/audience.test.ts keeps the list. */
    audience?: 'anyone' | 'agent or anonymous' | 'poll token or agent key' | 'staff';
  }
}

/** Fastify with every default that trusts the caller turned off. */
export function createHttpServer({ telemetry, trustedProxies }: HttpOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: telemetry.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => newId('req', new Date()),
    // The caller's address is worked out below; Fastify's own reading of X-Forwarded-For stays off.
    trustProxy: false,
    // A slow body holds a socket, nothing else; it gets as long as a slow upload needs.
    requestTimeout: 120_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    bodyLimit: 65_536,
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      reply.raw.writeHead(404, { 'content-type': 'application/json; charset=utf-8' });
      reply.raw.end(JSON.stringify({ error: 'There is nothing at this address.', code: 'not_found' }));
    },
  });
  app.decorateRequest('callerAddress', '');
  app.addHook('onRequest', async (request) => {
    refuseAmbiguousTargets(request.raw.rawHeaders, request.raw.url ?? '');
    const forwarded = request.headers['x-forwarded-for'];
    const entries = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    request.callerAddress = callerAddress(request.raw.socket.remoteAddress ?? '', entries, trustedProxies);
  });
  observeRequests(app, telemetry);
  return app;
}

/** Two Host headers, or a target that names a host itself, mean different things to different proxies. */
function refuseAmbiguousTargets(rawHeaders: readonly string[], target: string): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1 || !target.startsWith('/') || target.includes('#')) {
    throw new AppError('malformed_body', 'The request line or its Host header is ambiguous.', { status: 400 });
  }
}
