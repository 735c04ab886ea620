import { isInAgentSandbox, type AgentActor } from '#actor';
import type { Ctx } from '#context';
import { authenticateAnyAgent } from './authenticate-any-agent.ts';

/** The agent that a key belongs to, of the mode whose address was called: a key of the other mode is none (0098). */
export async function authenticateAgent(
  ctx: Ctx,
  header: string | undefined,
  address: string,
): Promise<AgentActor | undefined> {
  const agent = await authenticateAnyAgent(ctx, header, address);
  return agent !== undefined && agent.livemode !== isInAgentSandbox(ctx.actor) ? agent : undefined;
}
