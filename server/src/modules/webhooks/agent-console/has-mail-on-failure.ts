import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { findSettings } from './store.ts';

/** Whether the operator is written to when the webhook fails; yes, until the agent says otherwise. */
export async function hasMailOnFailure(ctx: Ctx): Promise<boolean> {
  return (await findSettings(ctx.db, requireAgent(ctx.actor).principalId))?.mail_on_failure ?? true;
}
