import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { deleteEventRecoveries } from './store.ts';

/** As long as the deliveries that they made. */
const keptDays = 31;

/** Deletes what was recovered before the oldest delivery that is stored; there are few. */
export async function purgeEventRecoveries(ctx: Ctx): Promise<number> {
  return (await deleteEventRecoveries(ctx.db, addDays(ctx.clock.now(), -keptDays))).length;
}
