import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import {
  LogController,
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onSendHookHandler,
} from 'fastify';
import { createServer } from 'node:http';
import type { BlockList } from 'node:net';
import { Readable } from 'node:stream';
import { clientAddress } from '#lib/network/address';
import { newId } from '#lib/tokens/ids';
import type { TeamConfig } from '#platform/config';
import { AppError } from '#platform/errors';
import { Operation, type ActiveSpan, type Telemetry } from '#platform/telemetry';
import { formats } from '#platform/validation';
import { admitRequests, type Admission } from './admission/admit-requests.ts';
import { answerParserErrors } from './errors/parser-errors.ts';
import { onceBySchema, buildValidator } from './validation.ts';
import { secureAnswers, securityHeaders } from './security-headers.ts';

type HttpOptions = {
  readonly telemetry: Telemetry;
  readonly trustedProxies: BlockList;
  /** Who serves the pages; at the foot of each. */
  readonly team: TeamConfig;
  /** Whether browsers are told to come by https only; default: no. */
  readonly production?: boolean;
  /** How much of the process each surface may take; default: all of it. */
  readonly admission?: Admission;
};

type Audience =
  | 'anyone'
  | 'agent or anonymous'
  | 'poll token or agent key'
  | 'agent'
  | 'customer with the link'
  | 'text provider'
  | 'card provider'
  | 'mail provider'
  | 'partner'
  | 'portal'
  | 'staff';

declare module 'fastify' {
  interface FastifyInstance {
    team: TeamConfig;
  }
  interface FastifyRequest {
    /** The client's normalized IPv4 or IPv6 address. */
    clientAddress: string;
  }
  interface FastifyContextConfig {
    /** The operation's name in logs, metrics and spans. */
    operation?: string;
    /** Who may call it; test/http/committed-routes.ts has the complete list. */
    audience?: Audience;
    /** Statuses it refuses with, for the interface description. */
    refusals?: readonly number[];
    /** What it does, in one sentence for clients. */
    summary?: string;
    /** Its body is a form of a page without scripts. */
    takesForms?: true;
  }
}

/** Of Node's own server, which looks for those that are over each second. */
const times = {
  // A slow body occupies only a socket; it gets as long as a slow upload needs.
  requestTimeout: 120_000,
  // Somebody who has opened a connection knows what to send.
  headersTimeout: 20_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 1_000,
};

/** Fastify with every default that trusts the client turned off. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { telemetry, trustedProxies, team, production = false } = options;
  const headers = securityHeaders(production);
  const parserErrors = answerParserErrors(headers);
  const { admission } = options;
  const admitting = admission && admitRequests({ admission, trustedProxies, telemetry, team, headers });
  const app = fastify({
    loggerInstance: telemetry.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => newId('req', new Date()),
    // The client's address is computed below; Fastify's own reading of X-Forwarded-For stays off.
    trustProxy: false,
    serverFactory: (handler) => {
      const server = createServer(times, admitting?.handle(handler) ?? handler);
      admitting?.watch(server);
      return server;
    },
    // Longer than any request line that Node accepts: an overlong id is an unknown one, not an error of the framework.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: (request) => decodable(request.url ?? ''),
    // The framework's type of the validator is that of Ajv's own function.
    schemaController: { compilersFactory: { buildSerializer, buildValidator: buildValidator as () => never } },
    exposeHeadRoutes: false,
    bodyLimit: 65_536,
    return503OnClosing: false,
    clientErrorHandler: parserErrors.answer,
  });
  nameByFunction(app);
  takeHeadWithGet(app);
  // The first hook, so that what the next one refuses has its request id and its log line too.
  observeRequests(app, telemetry);
  secureAnswers(app, production);
  parserErrors.watch(app);
  app.decorate('team', team);
  app.decorateRequest('clientAddress', '');
  app.decorateRequest('languageUrl', undefined);
  app.addHook('onRequest', async (request) => {
    refuseAmbiguousTargets(request.raw.rawHeaders, request.raw.url ?? '');
    const forwarded = request.headers['x-forwarded-for'];
    const entries = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    request.clientAddress = clientAddress(request.raw.socket.remoteAddress ?? '', entries, trustedProxies);
  });
  return app;
}

/** A plugin without a name is looked for among all files that are loaded, hundreds of times each start; ours are no files. */
function nameByFunction(app: FastifyInstance): void {
  const register = app.register as (this: unknown, plugin: object, options?: object) => never;
  const name = Symbol.for('fastify.display-name');
  app.register = function registerNamed(this: unknown, plugin: { [name]?: string; name?: string }, options?: object) {
    plugin[name] ??= plugin.name || 'plugin';
    return register.call(this, plugin, options);
  } as typeof app.register;
}

/** A path that cannot be decoded is used literally: it is unknown like any other, and its surface renders the error. */
function decodable(target: string): string {
  const [path = ''] = target.split('?', 1);
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
}

/** Two Host headers, or a target with its own host, mean different things to different proxies. */
function refuseAmbiguousTargets(rawHeaders: readonly string[], target: string): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1 || !target.startsWith('/') || target.includes('#')) {
    throw new AppError('malformed_body', 'The request line or its Host header is ambiguous.', { status: 400 });
  }
}

// Without the formats the serializer warns on stderr about unknown ones.
export const compileSerializer = SerializerSelector()({}, { ajv: { formats } });

type Route = Parameters<typeof compileSerializer>[0];

const serializerOf = onceBySchema<Route, (document: unknown) => string>((route) => compileSerializer(route));

/** Fastify's own serializers, each compiled by its first response: compiling was half of the time in which a server starts. */
const buildSerializer = () => (route: Route) => {
  const serializer = serializerOf(route);
  return (document: unknown): string => serializer()(document);
};

/** Every route for GET takes HEAD too. The framework would register a second route for it, which was a third of all. */
function takeHeadWithGet(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || route.exposeHeadRoute === false) return;
    route.method = ['GET', 'HEAD'];
    const before = [route.onSend ?? []].flat() as onSendHookHandler[];
    route.onSend = [...before, leaveOutBody];
  });
}

/** Instead of the body, its length; after whatever else changes the body. */
async function leaveOutBody({ method, log }: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (method !== 'HEAD' || body === null) return body;
  if (body instanceof Readable) {
    body.on('error', (error) => log.error({ err: error }, 'http.failed'));
    body.resume();
  } else reply.header('content-length', String(body === undefined ? 0 : Buffer.byteLength(body as string | Buffer)));
  return null;
}

type Caller = { readonly kind: string; readonly id?: string; readonly credential?: string };

declare module 'fastify' {
  interface FastifyRequest {
    span: ActiveSpan | undefined;
    /** Who is asking, by ids alone; for the log. */
    describeCaller: (() => Caller) | undefined;
    /** The code of the error with which it was refused. */
    refusal: string | undefined;
    /** The refusal was asked for, to see it: the sandbox has such. It is no failure of ours. */
    rehearsed: boolean;
    /** Which members that error is about, where it says so. */
    refusedPaths: readonly string[] | undefined;
    /** What that error adds to its answer, such as the object that is in the way. */
    refusedWith: Readonly<Record<string, unknown>> | undefined;
  }
}

/** X-Request-Id on every response; one log line, one measurement and one span per request, all by route template. */
function observeRequests(app: FastifyInstance, { metrics, tracing }: Telemetry): void {
  app.decorateRequest('span', undefined);
  app.decorateRequest('describeCaller', undefined);
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('rehearsed', false);
  app.decorateRequest('refusedPaths', undefined);
  app.decorateRequest('refusedWith', undefined);
  metrics.httpInFlight.set(0);
  app.addHook('onRequest', (request, reply, done) => {
    const name = request.routeOptions.config.operation ?? 'http.unknown-path';
    const operation = new Operation(name);
    metrics.httpInFlight.inc();
    // Not onResponse, which a client that went away may never cause.
    reply.raw.once('close', () => {
      metrics.httpInFlight.dec();
      operation.end();
    });
    reply.header('x-request-id', request.id);
    request.span = tracing.start(name, 'request');
    operation.run(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    const counted = request.rehearsed ? 'rehearsed' : status;
    metrics.httpDuration.observe({ method: request.method, route, status: counted }, reply.elapsedTime / 1000);
    request.span?.set({ 'http.route': route, 'http.response.status_code': status, request_id: request.id });
    request.span?.end(status >= 500 && !request.rehearsed ? 'error' : 'ok');
    request.log.info(
      {
        method: request.method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        operation: request.routeOptions.config.operation,
        caller: request.describeCaller?.(),
        refusal: request.refusal,
        ...(request.rehearsed ? { rehearsed: true } : {}),
      },
      'http.answered',
    );
  });
}
