import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { deleteOldResets } from './store.ts';

/** Long enough to see who emptied the sandbox; the audit trail has it for longer. */
const storedDays = 90;

/** Deletes old resets; returns how many. */
export async function purgeResets(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteOldResets(ctx.db, addDays(ctx.clock.now(), -storedDays), limit)).length;
}
