import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { deleteOldReads } from './allowance-store.ts';
import { allowanceHours } from './allowance-rules.ts';

/** Deletes reads that no longer count; returns how many. */
export async function purgeAllowances(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteOldReads(ctx.db, addHours(ctx.clock.now(), -allowanceHours), limit)).length;
}
