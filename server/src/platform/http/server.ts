import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { BlockList } from 'node:net';
import { callerAddress } from '#lib/address';
import { newId } from '#lib/ids';
import { AppError } from '#platform/errors';
import type { Telemetry } from '#platform/telemetry';
import { observeRequests } from './observe.ts';
import { formats } from './validation.ts';

export type HttpOptions = {
  readonly telemetry: Telemetry;
  readonly trustedProxies: BlockList;
};

export type Audience =
  | 'anyone'
  | 'agent or anonymous'
  | 'poll token or agent key'
  | 'agent'
  | 'customer with the link'
  | 'text provider'
  | 'card provider'
  | 'partner'
  | 'staff';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling, in one spelling: an IPv4 or an IPv6 address. */
    callerAddress: string;
  }
  interface FastifyContextConfig {
    /** What the route does, as logs, metrics and spans name it. */
    operation?: string;
    /** Who may call it; test/audience.test.ts keeps the list. */
    audience?: Audience;
    /** Statuses it refuses with, for the interface description. */
    refusals?: readonly number[];
    /** What it does, in one sentence for its callers. */
    summary?: string;
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
    // Longer than any request line that Node takes: an overlong id is an unknown one, not an error of the framework.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: (request) => decodable(request.url ?? ''),
    // Without them the writer of answers says on stderr that it does not know our formats.
    serializerOpts: { ajv: { formats } },
    bodyLimit: 65_536,
    return503OnClosing: false,
  });
  // First of all hooks, so that what the next one refuses has its request id and its log line too.
  observeRequests(app, telemetry);
  app.decorateRequest('callerAddress', '');
  app.addHook('onRequest', async (request) => {
    refuseAmbiguousTargets(request.raw.rawHeaders, request.raw.url ?? '');
    const forwarded = request.headers['x-forwarded-for'];
    const entries = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    request.callerAddress = callerAddress(request.raw.socket.remoteAddress ?? '', entries, trustedProxies);
  });
  return app;
}

/** A path that cannot be decoded is taken letter by letter: unknown like any other, worded by its surface. */
function decodable(target: string): string {
  const [path = ''] = target.split('?', 1);
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
}

/** Two Host headers, or a target that names a host itself, mean different things to different proxies. */
function refuseAmbiguousTargets(rawHeaders: readonly string[], target: string): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1 || !target.startsWith('/') || target.includes('#')) {
    throw new AppError('malformed_body', 'The request line or its Host header is ambiguous.', { status: 400 });
  }
}
