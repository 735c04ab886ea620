import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { deleteAgentEndpoint } from './store.ts';

/** Whether there was one to remove. */
export async function removeAgentWebhook(ctx: Ctx): Promise<boolean> {
  const { principalId } = requireAgent(ctx.actor);
  return (await deleteAgentEndpoint(ctx.db, principalId)) !== undefined;
}
