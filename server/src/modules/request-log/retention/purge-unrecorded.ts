import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { callDays } from '../rules.ts';
import { deleteUnrecorded } from '../store.ts';

/** Deletes counts that are older than every call of the log; returns how many. */
export async function purgeUnrecorded(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteUnrecorded(ctx.db, addDays(ctx.clock.now(), -callDays), limit)).length;
}
