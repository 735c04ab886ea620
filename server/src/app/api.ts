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

/**
 * Webhooks from the card provider and a mail provider. They are read raw, because a signature covers the raw bytes, and an email is bytes.
 */
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
  /** The portal API's description, complete once everything is mounted. */
  readonly portalDocument: () => object;
  /** The agent console's description, complete once everything is mounted. */
  readonly agentConsoleDocument: () => object;
  /** For the metrics port, which is not public. */
  readonly describeReadiness: () => ReturnType<typeof describeReadiness>;
};

type Clock = Pick<ClockWatch, 'isInSync'>;

/** Parts that a benchmark leaves out to measure their cost. */
type Parts = { readonly recordsRequests?: boolean };

/** For a process that compares no clocks, such as a test with a manual clock. */
const unwatched: Clock = { isInSync: () => true };

/** The complete HTTP side: all surfaces, their error formats and the routes they mount. */
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
    // Without its database a process cannot check its clock.
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
      // The board's streams outside of requests cover all accounts.
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
 * A request uses this process's clock to decide about expiry and replays, and stores times; with
 * a wrong clock all of these would be wrong. So while the clock is off or unknown, only health is served.
 */
function refuseOffTime(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', async (request) => {
    if (clock.isInSync() || request.routeOptions.config?.operation === 'http.health') return;
    throw unavailable(notNow, { retryAfterS });
  });
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * While commits wait for a synchronous standby, writes cannot be acknowledged, so new ones are refused immediately instead of waiting in
 * vain. Writes that already wait remain, because they commit when the standby is back; their completion is also how its return is noticed.
 */
function refuseUnreplicated(app: FastifyInstance, pulse: Pick<Pulse, 'isMissing'>): void {
  app.addHook('onRequest', async ({ method }) => {
    if (!reading.has(method) && pulse.isMissing('sync_wait')) throw unavailable(notNow, { retryAfterS });
  });
}
