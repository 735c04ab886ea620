import type { Ctx } from '#context';
import { addDays, dayOf, startOfDay } from '#lib/time/dates';
import { storedDays, momentsOf, todaysWindow } from '../window-rules.ts';
import { deletePastListings, retireListings } from './listing-store.ts';

/**
 * Takes listings out of the searched table that no read of today looks back to, and deletes past ones that no read around a
 * loss does; returns how many of both. Snapshots contain their own comparables, so no figure that was ever shown depends
 * on these rows.
 */
export async function purgeListings(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const retired = await retireListings(ctx.db, momentsOf(todaysWindow(now)).from, limit);
  const oldest = addDays(startOfDay(dayOf(now)), 1 - storedDays);
  const deleted = await deletePastListings(ctx.db, oldest, limit);
  return retired.length + deleted.length;
}
