import type { Ctx } from '#context';
import { addDays } from '#lib/dates';
import { deleteOldListings } from './listing-store.ts';
import { freshDays } from './rules.ts';

/**
 * Forgets listings that nobody has seen for longer than any search looks back; gives how many. Snapshots hold what they
 * were made from themselves, so nothing that was ever told depends on them.
 */
export const purgeListings = async (ctx: Ctx, limit: number): Promise<number> =>
  (await deleteOldListings(ctx.db, addDays(ctx.clock.now(), -freshDays), limit)).length;
