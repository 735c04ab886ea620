import { limitName, type AgentActor } from '#actor';
import type { Ctx } from '#context';
import { agentSandboxPath } from '#lib/api/agent-sandbox';
import { actAsAgent, authenticateAgent } from '#modules/credentials';
import { answerByMagic } from '#modules/sandbox';
import { queueAgentNotice } from '#modules/agents';
import { sandboxIntakeRoutes } from '#mount/sandbox/agent-intake-routes';
import { sampleReportRoutes } from '#mount/sandbox/agent-samples/sample-routes';
import { meRoutes, recoveryRoutes, registrationRoutes } from '#mount/agents/agent-routes';
import { intakeAgentRoutes } from '#mount/intakes/agent-routes';
import { intakeDocumentAgentRoutes } from '#mount/intakes/reports/document-agent-routes';
import { webhookAgentRoutes } from '#mount/webhooks/agent-webhook/agent-routes';
import { bodyLimits } from '#lib/api/body-limits';
import { dropOptionalNulls } from '#lib/api/drop-optional-nulls';
import { unauthorized } from '#platform/errors';
import { agentErrors, createSurface, limitHeaders, type ErrorRenderer } from '#platform/http';
import { closingSources, deliverySources } from '#app/callbacks';
import { actForEveryAccount } from '#app/guards/every-account';
import { actInSandbox, countSandboxAddress } from '#app/guards/in-agent-sandbox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeAgentSurface } from '#app/descriptions/agent-openapi';
import { describeAgentSandbox } from '#app/descriptions/agent-sandbox-openapi';

const prefix = '/api/agent/v1';

/** Counted separately, so that test traffic is not mistaken for real traffic. */
const sandboxErrors: ErrorRenderer = { ...agentErrors, surface: 'sandbox' };

type Descriptions = Readonly<Record<'agent' | 'agent-sandbox', () => object>>;

/** The agents' surface and their sandbox; returns the descriptions, which are complete only once everything is mounted. */
export async function createAgentSurfaces(app: FastifyInstance, ctx: Ctx): Promise<Descriptions> {
  let document: () => object = () => ({});
  const { metrics } = ctx;
  await createSurface(app, {
    prefix,
    errors: agentErrors,
    bodyLimit: bodyLimits.agent,
    metrics,
    mount: async (surface) => {
      document = await describeAgentSurface(surface, ctx.config);
      actForEveryAccount(surface);
      await mountContract(surface);
    },
  });
  const sandboxDocument = await mountSandbox(app, ctx);
  return { agent: () => document(), 'agent-sandbox': sandboxDocument };
}

/** The operations of the contract, the same in both modes. */
async function mountContract(surface: FastifyInstance): Promise<void> {
  surface.addHook('preValidation', async ({ body, routeOptions: { schema } }) => dropOptionalNulls(body, schema?.body));
  await surface.register(intakeAgentRoutes);
  await surface.register(intakeDocumentAgentRoutes);
  await surface.register(registrationRoutes);
  await surface.register(recoveryRoutes);
  await surface.register(async (behindKey) => {
    behindKey.addHook('onRequest', async (request, reply) => {
      const actor = await authenticateAgent(request.ctx, request.headers.authorization, request.clientAddress);
      if (actor === undefined) throw unauthorized();
      await countSandboxAddress(request.ctx, actor);
      await countChange(request, reply, actor);
      request.ctx = actAsAgent(request.ctx, actor);
    });
    await behindKey.register(meRoutes);
    await behindKey.register(webhookAgentRoutes(queueAgentNotice));
  });
}

/**
 * Each change sends the operator an email, and rotating makes a key, so an agent that does it in a loop is stopped (D-067). Keys are
 * counted separately, so that webhook changes in a loop with a stolen key do not delay its replacement.
 */
async function countChange(request: FastifyRequest, reply: FastifyReply, agent: AgentActor): Promise<void> {
  const { ctx, method, routeOptions } = request;
  if (method === 'GET' || method === 'HEAD') return;
  const { agentChangesPerMin: points } = ctx.config;
  const name = routeOptions.config.operation === 'agents.rotate-key' ? 'rotations' : 'changes';
  const counted = await ctx.limits.consume(
    { name: limitName(name, agent), points, windowS: 60, told: true, whenStoreIsGone: 'let through' },
    agent.principalId,
  );
  reply.headers(limitHeaders(counted));
}

/**
 * The same operations for testing, plus steps that advance test intakes and sample reports (0098). Returns the
 * description of the sandbox's own operations.
 */
async function mountSandbox(app: FastifyInstance, { config, metrics }: Ctx): Promise<() => object> {
  const common = { errors: sandboxErrors, bodyLimit: bodyLimits.agent, metrics } as const;
  await createSurface(app, {
    ...common,
    prefix: `${agentSandboxPath}${prefix}`,
    mount: async (surface) => {
      actInSandbox(surface);
      surface.addHook('preHandler', answerByMagic);
      await mountContract(surface);
    },
  });
  let document: () => object = () => ({});
  await createSurface(app, {
    ...common,
    prefix: agentSandboxPath,
    mount: async (surface) => {
      document = await describeAgentSandbox(surface, config);
      await surface.register(
        async (own) => {
          actInSandbox(own);
          await own.register(sandboxIntakeRoutes({ closing: closingSources, delivery: deliverySources }));
        },
        { prefix: '/api' },
      );
      await surface.register(sampleReportRoutes, { prefix: '/reports' });
    },
  });
  return () => document();
}
