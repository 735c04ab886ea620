import type { Ctx } from '#context';
import { pendingMigrations } from '#platform/db';
import { createDrain, createHttpServer, createSurface, type Drain, problemErrors, serveHealth } from '#platform/http';
import { pause } from '#platform/jobs';
import type { FastifyInstance } from 'fastify';
import { createAgentSurface } from '#app/surfaces/agent-surface';
import { mountBoardPages } from '#app/surfaces/board-pages';
import { mountCardProvider } from '#app/surfaces/card-provider';
import type { Service } from './composition.ts';
import { mountCustomerPages } from '#app/surfaces/customer-pages';
import { createPartnerSurface } from '#app/surfaces/partner-surface';
import { mountPublicPages } from '#app/surfaces/public-pages';
import { describeStaffSurface } from '#app/docs/staff-openapi';
import { mountStaffRoutes } from '#app/surfaces/staff-surface';

type Api = {
  readonly app: FastifyInstance;
  readonly drain: Drain;
  /** The staff API's description, complete once everything is mounted. */
  readonly staffDocument: () => object;
};

/** The whole HTTP side: which surfaces exist, their error formats, and the routes they mount. */
export async function createApi({ ctx, telemetry, testClock }: Service): Promise<Api> {
  const app = createHttpServer({ telemetry, trustedProxies: ctx.config.trustedProxies, team: ctx.config.team });
  const drain = createDrain(app);
  attachContext(app, ctx);
  const database = createDatabaseCheck(ctx);
  serveHealth(app, { check: async () => (drain.draining ? ['draining'] : database()) });

  const { metrics } = telemetry;
  const { publicBaseUrl } = ctx.config;
  const agentDocument = await createAgentSurface(app, ctx);
  const partnerDocument = await createPartnerSurface(app, ctx);
  let staffDocument: () => object = () => ({});
  await createSurface(app, {
    prefix: '/api/staff/v1',
    errors: problemErrors({ surface: 'staff', realm: 'staff', publicBaseUrl }),
    bodyLimit: 1_048_576,
    metrics,
    mount: async (surface) => {
      staffDocument = await describeStaffSurface(surface, ctx.config);
      await mountStaffRoutes(surface, ctx, testClock);
    },
  });
  await mountBoardPages(app, ctx);
  await mountCustomerPages(app, ctx);
  await mountCardProvider(app, ctx);
  await mountPublicPages(app, ctx, { agent: agentDocument, gap: partnerDocument });
  await app.ready();
  return { app, drain, staffDocument };
}

/** Each request gets its own context: the same parts, its own log and its own actor. */
function attachContext(app: FastifyInstance, ctx: Ctx): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    request.ctx = { ...ctx, log: request.log, actor: { kind: 'anonymous', address: request.clientAddress } };
  });
}

/** A readiness check is answered within this time, whatever the database does. */
const readyWithinMs = 2_000;

/** What is missing of the database. While one check runs, concurrent requests wait for its answer. */
function createDatabaseCheck(ctx: Ctx): () => Promise<readonly string[]> {
  let open: Promise<readonly string[]> | undefined;
  return () => {
    open ??= pendingMigrations(ctx.db)
      .then((pending) => (pending.length === 0 ? [] : ['migrations']))
      .catch(() => ['database'])
      .finally(() => (open = undefined));
    const answered = new AbortController();
    const timeout = pause(readyWithinMs, answered.signal).then(() => ['database']);
    return Promise.race([open, timeout]).finally(() => answered.abort());
  };
}
