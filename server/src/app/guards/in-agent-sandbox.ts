import type { FastifyInstance } from 'fastify';
import type { AgentActor } from '#actor';
import { actFor, type Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { registeredMultiplier } from '#modules/agents';

/** All calls to the agent sandbox's addresses act in the sandbox, whoever the caller is. */
export function actInSandbox(surface: FastifyInstance): void {
  surface.addHook('onRequest', async (request) => {
    const own = actFor(request.ctx, { kind: 'anonymous', address: request.clientAddress, livemode: false });
    request.ctx = { ...own, db: own.db.seeing('all') };
  });
}

/** Anyone can register any number of sandbox agents, so their calls are counted by address too. */
export async function countSandboxAddress(ctx: Ctx, agent: AgentActor): Promise<void> {
  if (agent.livemode) return;
  const points = ctx.config.intakeAnonPerMin * registeredMultiplier * 5;
  await ctx.limits.consume(
    { name: 'sandbox-agents', points, windowS: 60, whenStoreIsGone: 'refuse' },
    addressBucket(agent.address),
  );
}
