import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sqlState } from '#platform/db';
import { AppError, malformedBody, notFound, notText, validationFailed, type Issue } from '#platform/errors';
import type { Metrics } from '#platform/telemetry';
import { maxIssues } from '#platform/validation';
import { readFormBodies, readJsonBodies } from './bodies/json-body.ts';
import { readRawBodies } from './bodies/raw-body.ts';
import { sendError, toAppError, type ErrorRenderer } from './errors/render.ts';
import { findServedMethods, listTakenMethods } from './served-methods.ts';
import { validateStrictly } from './validation.ts';

type Surface = {
  readonly prefix: string;
  readonly errors: ErrorRenderer;
  readonly bodyLimit: number;
  /** The format of bodies; default: JSON. */
  readonly bodies?: 'json' | 'form' | 'raw';
  readonly metrics: Metrics;
  /** Adds hooks and mounts the modules' routes. */
  mount(app: FastifyInstance): Promise<void>;
};

const bodyReaders = { json: readJsonBodies, form: readFormBodies, raw: readRawBodies };

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/** A part of the address space with one error format. Unknown paths and methods are answered before anything else. */
export async function createSurface(root: FastifyInstance, surface: Surface): Promise<void> {
  if (surface.prefix.includes('/api/')) root.interfaceErrors.set(surface.prefix, surface.errors);
  const paths = new Map<string, Set<string>>();
  const findServed = findServedMethods(paths);
  const fail = failAs(surface);
  answerUnrouted(root, surface.prefix, {
    refuse: (request, reply) => refuseMethod(request, reply, findServed),
    fail: (raw, request, reply) => fail(raw, request, reply.header('cache-control', 'no-store')),
  });
  await root.register(
    async (app) => {
      bodyReaders[surface.bodies ?? 'json'](app);
      validateStrictly(app);
      collectPaths(app, paths);
      app.addHook('onRequest', async (request) => {
        if (namesNothing(request)) throw notFound();
      });
      // Runs after the surface's guard has authenticated the client, and before any query.
      app.addHook('preHandler', async ({ query }) => refuseZeroBytes(query as Record<string, string | string[]>));
      app.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      app.setErrorHandler(fail);
      // The framework has a limit per route or for the whole server, and ignores a plugin's limit.
      app.addHook('onRoute', (route) => {
        route.bodyLimit ??= surface.bodyLimit;
      });
      await app.register(async (inner) => surface.mount(inner));
      closeTakenMethods(app, paths, surface.prefix);
    },
    { prefix: surface.prefix },
  );
}

/** Counts an error, logs it if it is ours, and sends it in the surface's format. */
const failAs =
  ({ errors, metrics }: Surface) =>
  (raw: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // A disconnected client gets no response; this error is for the log and the metrics, which count it as a client error.
    const error = raw === request.raw.errored ? malformedBody('The body did not arrive whole.') : toAppError(raw);
    request.refusal = error.code;
    request.refusedPaths = pathsOf(error);
    request.refusedWith = error.details;
    metrics.refusals.inc({ surface: errors.surface, code: error.code });
    if (error.status >= 500)
      request.log.error(
        { err: error, route: request.routeOptions.url, sqlstate: sqlState(error.cause) },
        'http.failed',
      );
    return sendError(errors, reply, error);
  };

/** The members that an error is about. */
const pathsOf = ({ details }: AppError): string[] =>
  Array.isArray(details['issues']) ? (details['issues'] as readonly Issue[]).map(({ path }) => path) : [];

/** PostgreSQL would fail on a zero byte. Body parsers refuse it in bodies, and the HTTP parser in headers. */
function refuseZeroBytes(query: Readonly<Record<string, string | readonly string[]>>): void {
  const holding = Object.entries(query).filter((parameter) => parameter.flat().some((text) => text.includes('\0')));
  if (holding.length > 0)
    throw validationFailed(holding.slice(0, maxIssues).map(([path]) => ({ path, message: notText })));
}

/**
 * The router matches `/intakes/` as `/intakes/:id` without an id, but a trailing slash is an unknown path (D-008). So
 * is a path with a zero byte, which stored text cannot contain and on which PostgreSQL would fail.
 */
const namesNothing = ({ params }: FastifyRequest): boolean =>
  Object.values(params as Record<string, string>).some((param) => param === '' || param.includes('\0'));

function collectPaths(app: FastifyInstance, paths: Map<string, Set<string>>): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.operation === notAllowedOperation) return;
    const served = paths.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) served.add(method);
    paths.set(route.url, served);
  });
}

const notAllowedOperation = 'http.method-not-allowed';

/** Registers refusals, so that a pattern with a parameter does not take methods that the literal path does not serve. */
function closeTakenMethods(
  app: FastifyInstance,
  paths: ReadonlyMap<string, ReadonlySet<string>>,
  prefix: string,
): void {
  for (const { url, methods: taken } of listTakenMethods(paths)) {
    const allow = [...(paths.get(url) ?? [])].sort().join(', ');
    app.route({
      method: [...taken],
      url: url.slice(prefix.length),
      config: { operation: notAllowedOperation, audience: 'anyone' },
      onRequest: async (_request, reply) => {
        reply.header('allow', allow);
        throw methodNotAllowed();
      },
      handler: async () => undefined,
    });
  }
}

const methodNotAllowed = (): AppError =>
  new AppError('method_not_allowed', 'This address does not take that method.', { status: 405 });

/** Other methods of a known path get 405 with Allow, before credentials and body are checked. */
function refuseMethod(
  { method, url }: FastifyRequest,
  reply: FastifyReply,
  findServed: ReturnType<typeof findServedMethods>,
): AppError {
  const [path = ''] = url.split('?', 1);
  const served = methods.has(method) ? findServed(path) : undefined;
  // A GET without a HEAD, such as a link that works once, does not reveal that it exists.
  if (served === undefined || (method === 'HEAD' && served.has('GET'))) return notFound();
  reply.header('allow', [...served].sort().join(', '));
  return methodNotAllowed();
}

/** A surface's response to a request without a matching route. */
type Unrouted = {
  /** The error for the request. */
  refuse(request: FastifyRequest, reply: FastifyReply): Error;
  fail(raw: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Keyed by the prefixes of the surfaces. */
    unrouted: Map<string, Unrouted>;
  }
}

/**
 * Answers an unmatched request as the surface of its address. One handler for all: the framework would register each
 * surface's handler for every method that Node knows, two thirds of all routes.
 */
function answerUnrouted(root: FastifyInstance, prefix: string, surface: Unrouted): void {
  if (root.hasDecorator('unrouted')) return void root.unrouted.set(prefix, surface);
  const surfaces = new Map([[prefix, surface]]);
  root.decorate('unrouted', surfaces);
  root.addHook('onRequest', async (request, reply) => {
    const found = request.is404 ? surfaceOf(surfaces, request.url) : undefined;
    if (found !== undefined) throw found.refuse(request, reply);
  });
  root.setErrorHandler((raw, request, reply) => {
    const found = request.is404 ? surfaceOf(surfaces, request.url) : undefined;
    // Other failures outside of a surface go to the framework's own handler.
    if (found === undefined) throw raw;
    return found.fail(raw, request, reply);
  });
}

/** The innermost surface that contains the address, which is parsed as the router does. */
function surfaceOf(surfaces: ReadonlyMap<string, Unrouted>, url: string): Unrouted | undefined {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*\//, '/').split(/[?#]/, 1);
  const decoded = `${decodeURI(path)}/`;
  const [innermost] = [...surfaces]
    // `OPTIONS *` is about no address, and so outside of every other.
    .filter(([prefix]) => prefix === '' || decoded.startsWith(`${prefix}/`))
    .toSorted(([one], [other]) => other.length - one.length);
  return innermost?.[1];
}
