import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { failureWindowS } from './rules.ts';
import { deleteOldFailures } from './store.ts';

/** Deletes clients whose last failure no longer counts; returns how many. */
export async function purgeFailures(ctx: Ctx, limit: number): Promise<number> {
  const until = addSeconds(ctx.clock.now(), -failureWindowS);
  return (await deleteOldFailures(ctx.db, until, limit)).length;
}
