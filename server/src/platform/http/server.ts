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
  /** The team whose contact details are in the footer. */
  readonly team: TeamConfig;
  /** Whether HSTS is sent; default: no. */
  readonly production?: boolean;
  /** How much of the process each surface may use; default: all of it. */
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
    /** Error statuses of the operation, for the OpenAPI description. */
    refusals?: readonly number[];
    /** What it does, in one sentence for clients. */
    summary?: string;
    /** Its body is a form from a page without scripts. */
    takesForms?: true;
  }
}

/** Node's own timeouts; the server checks for expired ones each second. */
const times = {
  // A slow body occupies only a socket, so it gets as long as a slow upload needs.
  requestTimeout: 120_000,
  // A client that has opened a connection can send its headers immediately.
  headersTimeout: 20_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 1_000,
};

/** Fastify with all defaults that trust the client turned off. */
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
    // The client's address is computed below, so Fastify's own reading of X-Forwarded-For stays off.
    trustProxy: false,
    serverFactory: (handler) => {
      const server = createServer(times, admitting?.handle(handler) ?? handler);
      admitting?.watch(server);
      return server;
    },
    // Longer than any request line that Node accepts, so that an overlong id is unknown instead of a framework error.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: (request) => decodable(request.url ?? ''),
    // The framework types the validator as Ajv's own function.
    schemaController: { compilersFactory: { buildSerializer, buildValidator: buildValidator as () => never } },
    exposeHeadRoutes: false,
    bodyLimit: 65_536,
    return503OnClosing: false,
    clientErrorHandler: parserErrors.answer,
  });
  nameByFunction(app);
  takeHeadWithGet(app);
  // The first hook, so that a request refused by a later hook has an id and a log line too.
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

/** Fastify looks for an unnamed plugin's name among all loaded files, hundreds of times per start; our plugins are not files. */
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

/** Proxies disagree about two Host headers, or a target with its own host. */
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

/** Fastify's own serializers, each compiled at its first response: compiling took half of the server's start time. */
const buildSerializer = () => (route: Route) => {
  const serializer = serializerOf(route);
  return (document: unknown): string => serializer()(document);
};

/** Every GET route also handles HEAD. The framework would register a second route for each, a third of all routes. */
function takeHeadWithGet(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || route.exposeHeadRoute === false) return;
    route.method = ['GET', 'HEAD'];
    const before = [route.onSend ?? []].flat() as onSendHookHandler[];
    route.onSend = [...before, leaveOutBody];
  });
}

/** Replaces the body by its length; runs after other hooks that change the body. */
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
    /** Who is asking, by ids only, for the log. */
    describeCaller: (() => Caller) | undefined;
    /** The error code of the refusal. */
    refusal: string | undefined;
    /** The client asked for this error, as the sandbox allows, so it is not our failure. */
    rehearsed: boolean;
    /** The members that the error is about, if it names them. */
    refusedPaths: readonly string[] | undefined;
    /** Extra members of the error, such as the conflicting object. */
    refusedWith: Readonly<Record<string, unknown>> | undefined;
  }
}

/** X-Request-Id on all responses; one log line, one measurement and one span per request, all by route template. */
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
    // Not onResponse, which may never run if the client disconnects.
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
