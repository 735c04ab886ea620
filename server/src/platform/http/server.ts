import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createServer } from 'node:http';
import type { BlockList } from 'node:net';
import { clientAddress } from '#lib/network/address';
import { newId } from '#lib/tokens/ids';
import type { TeamConfig } from '#platform/config';
import { AppError } from '#platform/errors';
import type { Telemetry } from '#platform/telemetry';
import { admitRequests, type Admission } from './admission/admit-requests.ts';
import { answerParserErrors } from './errors/parser-errors.ts';
import { takeHeadWithGet } from './head-with-get.ts';
import { observeRequests } from './observe.ts';
import { secureAnswers, securityHeaders } from './security-headers.ts';
import { buildSerializer } from './serialization.ts';
import { buildValidator } from './validation.ts';

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
