import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';
import { authenticateStaff } from '#modules/access';
import { intakeAgentRoutes } from '#mount/intakes/agent-routes';
import { intakeStaffRoutes } from '#mount/intakes/staff-routes';
import { pendingMigrations } from '#platform/db';
import {
  agentErrors,
  createDrain,
  createHttpServer,
  openSurface,
  problemErrors,
  serveHealth,
  type Drain,
} from '#platform/http';
import type { Service } from './context.ts';

export type Api = { readonly app: FastifyInstance; readonly drain: Drain };

/** The whole HTTP side: which surfaces exist, how each words errors, whose routes it mounts. */
export async function createApi({ ctx, telemetry }: Service): Promise<Api> {
  const app = createHttpServer({ telemetry, trustedProxies: ctx.config.trustedProxies });
  const drain = createDrain(app);
  giveContext(app, ctx);
  serveHealth(app, { check: () => missingParts(ctx, drain) });

  const { metrics } = telemetry;
  const { publicBaseUrl } = ctx.config;
  await openSurface(app, {
    prefix: '/api/agent/v1',
    errors: agentErrors,
    bodyLimit: 65_536,
    metrics,
    mount: async (surface) => {
      await surface.register(intakeAgentRoutes);
    },
  });
  await openSurface(app, {
    prefix: '/api/staff/v1',
    errors: problemErrors({ surface: 'staff', realm: 'staff', publicBaseUrl }),
    bodyLimit: 1_048_576,
    metrics,
    mount: async (surface) => {
      surface.addHook('onRequest', async (request) => {
        request.ctx = { ...request.ctx, actor: await authenticateStaff(request.ctx, request.headers.authorization) };
      });
      await surface.register(intakeStaffRoutes);
    },
  });
  await app.ready();
  return { app, drain };
}

/** Each request gets its own context: the same parts, its own log and its own actor. */
function giveContext(app: FastifyInstance, ctx: Ctx): void {
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    request.ctx = { ...ctx, log: request.log, actor: { kind: 'anonymous', address: request.callerAddress } };
  });
}

async function missingParts(ctx: Ctx, drain: Drain): Promise<string[]> {
  if (drain.draining) return ['draining'];
  try {
    const pending = await pendingMigrations(ctx.db);
    return pending.length === 0 ? [] : ['migrations'];
  } catch {
    return ['database'];
  }
}
