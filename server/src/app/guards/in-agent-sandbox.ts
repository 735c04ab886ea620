import type { FastifyInstance } from 'fastify';
import type { AgentActor } from '#actor';
import { actFor, type Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { registeredMultiplier } from '#modules/agents';

/** Everybody who calls an address of the agents' sandbox acts in it, whoever they turn out to be. */
export function actInSandbox(surface: FastifyInstance): void {
  surface.addHook('onRequest', async (request) => {
    const own = actFor(request.ctx, { kind: 'anonymous', address: request.clientAddress, livemode: false });
    request.ctx = { ...own, db: own.db.seeing('all') };
  });
}

/** Anybody can have as many agents in the sandbox as they like, so what they do is counted by the address too. */
export async function countSandboxAddress(ctx: Ctx, agent: AgentActor): Promise<void> {
  if (agent.livemode) return;
  const points = ctx.config.intakeAnonPerMin * registeredMultiplier * 5;
  await ctx.limits.consume(
    { name: 'sandbox-agents', points, windowS: 60, whenStoreIsGone: 'refuse' },
    addressBucket(agent.address),
  );
}
