import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { deleteOldListings } from './listing-store.ts';
import { freshDays } from '../rules.ts';

/**
 * Deletes listings that were not seen for longer than any search looks back; returns how many. Snapshots contain their
 * own comparables, so no figure that was ever shown depends on these rows.
 */
export const purgeListings = async (ctx: Ctx, limit: number): Promise<number> =>
  (await deleteOldListings(ctx.db, addDays(ctx.clock.now(), -freshDays), limit)).length;
