import { describeActor } from '#actor';
import type { Ctx } from '#context';
import {
  signalDeprecations,
  createDrain,
  createHttpServer,
  createSurface,
  type Drain,
  problemErrors,
  serveHealth,
  describeReadiness,
} from '#platform/http';
import { unavailable } from '#platform/errors';
import type { ClockWatch, Pulse } from '#platform/jobs';
import type { FastifyInstance } from 'fastify';
import { watchReaders } from '#modules/documents';
import { recheckSlowBody } from '#app/guards/recheck-slow-body';
import { shareAdmission } from '#app/guards/admission';
import { createAgentConsole } from '#app/surfaces/agent-console-surface';
import { createMcpSurface } from '#app/mcp/mcp-surface';
import { createAgentSurfaces } from '#app/surfaces/agent-surface';
import { mountBoardPages, mountPortalPages } from '#app/surfaces/page-assets';
import type { Service } from './composition.ts';
import { mountCustomerPages } from '#app/surfaces/customer-pages';
import { createPartnerSurface } from '#app/surfaces/partner-surface';
import { createPortalSurface } from '#app/surfaces/portal-surface';
import { mountPublicPages } from '#app/surfaces/public-pages';
import { deprecations } from '#app/descriptions/deprecations';
import { createDocsLibrary } from '#app/docs/library';
import { describeStaffSurface } from '#app/descriptions/staff-openapi';
import { mountStaffRoutes } from '#app/surfaces/staff-surface';
import { cardProviderRoutes } from '#mount/checkout/customer-routes';
import { mailProviderRoutes } from '#mount/replies/mail/provider-routes';
import { actForEveryAccount } from '#app/guards/every-account';

/** What the card provider and a mail provider post. A signature covers the raw bytes, and a mail is bytes: read raw. */
async function mountCardProvider(app: FastifyInstance, { config, metrics }: Ctx): Promise<void> {
  await createSurface(app, {
    prefix: '/providers',
    errors: problemErrors({ surface: 'pages', realm: 'providers', publicBaseUrl: config.publicBaseUrl }),
    bodyLimit: 262_144,
    bodies: 'raw',
    metrics,
    mount: async (surface) => {
      actForEveryAccount(surface);
      await surface.register(cardProviderRoutes);
      await surface.register(mailProviderRoutes);
    },
  });
}

type Api = {
  readonly app: FastifyInstance;
  readonly drain: Drain;
  /** The staff API's description, complete once everything is mounted. */
  readonly staffDocument: () => object;
  /** The portal API's, likewise. */
  readonly portalDocument: () => object;
  /** And that of the agents' console. */
  readonly agentConsoleDocument: () => object;
  /** For the port of the metrics, which no stranger reaches. */
  readonly describeReadiness: () => ReturnType<typeof describeReadiness>;
};

type Clock = Pick<ClockWatch, 'isInSync'>;

/** What a benchmark leaves out to measure what it costs. */
type Parts = { readonly recordsRequests?: boolean };

/** Of a process that compares no clocks, such as a test whose clock is moved by hand. */
const unwatched: Clock = { isInSync: () => true };

/** The whole HTTP side: which surfaces exist, their error formats, and the routes they mount. */
export async function createApi(
  { ctx, telemetry, testClock, pulse }: Service,
  clock: Clock = unwatched,
  parts: Parts = {},
): Promise<Api> {
  const { trustedProxies, team, production } = ctx.config;
  const admission = shareAdmission(ctx.config);
  const app = createHttpServer({ telemetry, trustedProxies, team, production, admission });
  const drain = createDrain(app);
  attachContext(app, ctx);
  const check = async (): Promise<readonly string[]> => {
    const missing = await pulse.check();
    // Without its database a process cannot know its clock.
    const isKnown = missing.includes('database') || missing.includes('clock') || clock.isInSync();
    return isKnown ? missing : [...missing, 'clock'];
  };
  const readiness = {
    check: async () => (drain.draining ? ['draining'] : check()),
    listRefused: watchReaders(ctx.config.readers),
  };
  serveHealth(app, readiness);
  refuseOffTime(app, clock);
  refuseUnreplicated(app, pulse);

  const { metrics } = telemetry;
  const { publicBaseUrl } = ctx.config;
  signalDeprecations(app, deprecations, publicBaseUrl);
  const agentDocuments = await createAgentSurfaces(app, ctx);
  const partnerDocument = await createPartnerSurface(app, ctx, parts);
  let staffDocument: () => object = () => ({});
  await createSurface(app, {
    prefix: '/api/staff/v1',
    errors: problemErrors({ surface: 'staff', realm: 'staff', publicBaseUrl }),
    bodyLimit: 1_048_576,
    metrics,
    mount: async (surface) => {
      staffDocument = await describeStaffSurface(surface, ctx.config);
      // What the board follows outside of requests is of all accounts.
      await mountStaffRoutes(surface, { ...ctx, db: ctx.db.seeing('all') }, testClock);
    },
  });
  const portalDocument = await createPortalSurface(app, ctx);
  const agentConsoleDocument = await createAgentConsole(app, ctx);
  await mountBoardPages(app, ctx);
  await mountPortalPages(app, ctx);
  await mountCustomerPages(app, ctx);
  await mountCardProvider(app, ctx);
  const documents = { ...agentDocuments, gap: partnerDocument };
  const library = createDocsLibrary(ctx.config, documents);
  await createMcpSurface(app, ctx, library);
  const published = { ...documents, 'agent-console': agentConsoleDocument };
  await mountPublicPages(app, ctx, { documents: published, library });
  await app.ready();
  const own = { staffDocument, portalDocument, agentConsoleDocument };
  return { app, drain, ...own, describeReadiness: () => describeReadiness(readiness) };
}

/** Each request gets its own context: the same parts, its own log and its own actor. */
function attachContext(app: FastifyInstance, ctx: Ctx): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    request.ctx = { ...ctx, log: request.log, actor: { kind: 'anonymous', address: request.clientAddress } };
    request.describeCaller = () => describeActor(request.ctx.actor);
  });
  app.addHook('preValidation', recheckSlowBody);
}

/** About as long as a load balancer takes to notice that this process is not ready. */
const retryAfterS = 5;
const notNow = 'The service cannot do this right now; please try again in a moment.';

/**
 * A request decides by this process's clock what has expired, which answer is replayed and when something happened, and
 * writes it down; with a wrong clock every one of these would be wrong. So while the clock is off, or not known, nothing
 * but the state of the process is served.
 */
function refuseOffTime(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', async (request) => {
    if (clock.isInSync() || request.routeOptions.config?.operation === 'http.health') return;
    throw unavailable(notNow, { retryAfterS });
  });
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * While commits wait for a synchronous standby, no write can be acknowledged: whoever begins one is told so at once
 * instead of waiting for an answer that does not come. What waits already stays, since it is committed when the standby is
 * back; it is also how its return is noticed.
 */
function refuseUnreplicated(app: FastifyInstance, pulse: Pick<Pulse, 'isMissing'>): void {
  app.addHook('onRequest', async ({ method }) => {
    if (!reading.has(method) && pulse.isMissing('sync_wait')) throw unavailable(notNow, { retryAfterS });
  });
}
