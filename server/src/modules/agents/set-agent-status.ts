import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { setPrincipalStatus, type PrincipalStatus } from '#modules/access';

/** Suspends an agent, asks for its mailbox to be proven anew, or lets it back in. */
export async function setAgentStatus(ctx: Ctx, principalId: string, status: PrincipalStatus) {
  requireStaff(ctx.actor);
  await setPrincipalStatus(ctx, principalId, status);
  return { id: principalId, status };
}
