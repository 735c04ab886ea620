import type { Ctx } from '#context';
import { addHours } from '#lib/dates';
import { updateWarned } from './follow-store.ts';
import { measureHolds } from './measure-holds.ts';
import { warnHours } from './rules.ts';

/**
 * A day before the bank lets go of a hold, staff are told: capture it, or have the customer place a new one. The log says
 * which hold, once; the gauges say how many, for as long as it is so.
 */
export async function warnOfHolds(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  await measureHolds(ctx);
  const warned = await updateWarned(ctx.db, { now, before: addHours(now, warnHours) }, limit);
  for (const { id, capture_before: before } of warned) {
    ctx.log.warn({ hold: id, capture_before: before.toISOString() }, 'checkout.hold-expires-soon');
  }
  return warned.length;
}
