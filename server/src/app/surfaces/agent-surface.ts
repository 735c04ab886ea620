import type { Ctx } from '#context';
import { actAsAgent, authenticateAgent } from '#modules/agent-keys';
import { queueAgentNotice } from '#modules/agents';
import { meRoutes, recoveryRoutes, registrationRoutes } from '#mount/agents/agent-routes';
import { intakeAgentRoutes } from '#mount/intakes/agent-routes';
import { intakeDocumentAgentRoutes } from '#mount/intakes/reports/document-agent-routes';
import { webhookAgentRoutes } from '#mount/webhooks/agent-webhook/agent-routes';
import { dropOptionalNulls } from '#lib/api/drop-optional-nulls';
import { unauthorized } from '#platform/errors';
import { agentErrors, createSurface } from '#platform/http';
import { actForEveryAccount } from '#app/guards/every-account';
import type { FastifyInstance } from 'fastify';
import { describeAgentSurface } from '#app/docs/agent-openapi';

/** Returns the interface description, which is complete only once everything is mounted. */
export async function createAgentSurface(app: FastifyInstance, ctx: Ctx): Promise<() => object> {
  let document: () => object = () => ({});
  await createSurface(app, {
    prefix: '/api/agent/v1',
    errors: agentErrors,
    bodyLimit: 65_536,
    metrics: ctx.metrics,
    mount: async (surface) => {
      document = await describeAgentSurface(surface, ctx.config);
      actForEveryAccount(surface);
      surface.addHook('preValidation', async ({ body, routeOptions: { schema } }) =>
        dropOptionalNulls(body, schema?.body),
      );
      await surface.register(intakeAgentRoutes);
      await surface.register(intakeDocumentAgentRoutes);
      await surface.register(registrationRoutes);
      await surface.register(recoveryRoutes);
      await surface.register(async (behindKey) => {
        behindKey.addHook('onRequest', async (request) => {
          const actor = await authenticateAgent(request.ctx, request.headers.authorization, request.clientAddress);
          if (actor === undefined) throw unauthorized();
          request.ctx = actAsAgent(request.ctx, actor);
        });
        await behindKey.register(meRoutes);
        await behindKey.register(webhookAgentRoutes(queueAgentNotice));
      });
    },
  });
  return () => document();
}
