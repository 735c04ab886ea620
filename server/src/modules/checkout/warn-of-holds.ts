import type { Ctx } from '#context';
import { addHours } from '#lib/dates';
import { updateWarned } from './follow-store.ts';
import { warnHours } from './rules.ts';

/** A day before the bank lets go of a hold, staff are told once: capture it, or have the customer place a new one. */
export async function warnOfHolds(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const warned = await updateWarned(ctx.db, { now, before: addHours(now, warnHours) }, limit);
  for (const { id, capture_before: before } of warned) {
    ctx.log.warn({ hold: id, capture_before: before.toISOString() }, 'checkout.hold-expires-soon');
  }
  return warned.length;
}
