import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { agentDeliveries } from '#modules/webhooks';
import type { Limit } from '#platform/limits';
import { accountOf } from '../rules.ts';

/** One a second, for somebody who goes through what failed. */
const perMinute: Limit = { name: 'agent_console_resends', points: 60, windowS: 60, whenStoreIsGone: 'let through' };

/** The same event again, under a new delivery id; in the lane that never delays what happens now. */
export async function resendOwnDelivery(ctx: Ctx, id: string): Promise<{ deliveryId: string }> {
  await ctx.limits.consume(perMinute, requireAgent(ctx.actor).principalId);
  return { deliveryId: (await agentDeliveries.resendDelivery(ctx, { ...accountOf(ctx.actor), id })).id };
}
