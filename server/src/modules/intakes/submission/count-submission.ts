import { limitName, type AgentActor } from '#actor';
import type { Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { registeredMultiplier } from '#modules/agents';
import type { Counted } from '#platform/limits';

type Submitter = { readonly agent: AgentActor | undefined; readonly address: string };

/** Counts a submission against its agent, or against the address of a client without a valid key (D-010, D-067). */
export async function countSubmission(ctx: Ctx, { agent, address }: Submitter): Promise<Counted> {
  const points = ctx.config.intakeAnonPerMin * (agent === undefined ? 1 : registeredMultiplier);
  const bucket = addressBucket(address);
  const counted = await ctx.limits.consume(
    { name: limitName('intakes', ctx.actor), points, windowS: 60, told: true, whenStoreIsGone: 'let through' },
    agent?.principalId ?? bucket,
  );
  // Anybody can have as many agents in the sandbox as they like, so the address counts there too.
  if (agent !== undefined && !agent.livemode)
    await ctx.limits.consume(
      { name: 'sandbox-address', points: points * 2, windowS: 60, whenStoreIsGone: 'refuse' },
      bucket,
    );
  return counted;
}
