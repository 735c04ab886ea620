import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { upsertSettings } from './store.ts';

export async function setMailOnFailure(ctx: Ctx, mailOnFailure: boolean): Promise<void> {
  const { principalId: accountId } = requireAgent(ctx.actor);
  await upsertSettings(ctx.db, { accountId, mailOnFailure, now: ctx.clock.now() });
}
