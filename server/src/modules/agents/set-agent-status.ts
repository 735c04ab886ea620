import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { setPrincipalStatus, type PrincipalStatus } from '#modules/access';
import { cancelAgentDeliveries } from '#modules/webhooks';

/** Suspends an agent, asks for its mailbox to be proven anew, or lets it back in. */
export async function setAgentStatus(ctx: Ctx, principalId: string, status: PrincipalStatus) {
  requireStaff(ctx.actor);
  await setPrincipalStatus(ctx, principalId, status);
  if (status !== 'active') await cancelAgentDeliveries(ctx, principalId);
  return { id: principalId, status };
}
