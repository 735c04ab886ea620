import type { Ctx } from '#context';
import { deleteUploadBudgets } from './budget-store.ts';
import { dayOf } from '../rules.ts';

const dayMs = 86_400_000;

/** Deletes what was counted on days that are over; the last one stays for whoever looks into it. */
export async function purgeUploadBudgets(ctx: Ctx, limit: number): Promise<number> {
  const yesterday = dayOf(new Date(ctx.clock.now().getTime() - dayMs));
  return (await deleteUploadBudgets(ctx.db, yesterday, limit)).length;
}
