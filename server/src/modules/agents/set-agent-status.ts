import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { setPrincipalStatus, type PrincipalStatus } from '#modules/agent-keys';
import { cancelAgentDeliveries } from '#modules/webhooks';

/** Suspends an agent, requires it to verify its mailbox again, or reactivates it. */
export async function setAgentStatus(ctx: Ctx, principalId: string, status: PrincipalStatus) {
  requireStaff(ctx.actor);
  await setPrincipalStatus(ctx, principalId, status);
  if (status !== 'active') await cancelAgentDeliveries(ctx, principalId);
  return { id: principalId, status };
}
