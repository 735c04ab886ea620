import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { updateWarned } from '../hold-change-store.ts';
import { measureHolds } from './measure-holds.ts';
import { warnHours } from '../rules.ts';

/**
 * Warns staff a day before the authorization of a hold ends: capture it, or have the customer place a new one. The log
 * names each hold once; the gauges count them for as long as it is so.
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
