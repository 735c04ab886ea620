import type { Ctx } from '#context';
import { addDays, addSeconds } from '#lib/time/dates';
import { deleteOldTokens } from '../tokens/store.ts';
import { deleteOldChallenges } from '../challenge-store.ts';
import { deleteOldSessions } from './store.ts';

/** How long a token that expired is still listed. */
const tokenDays = 90;

/** Deletes sessions that ended a day ago, and tokens that expired long ago; returns how many. */
export async function purgePortalSessions(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const deleted = await Promise.all([
    deleteOldSessions(ctx.db, addSeconds(now, -86_400), limit),
    deleteOldTokens(ctx.db, addDays(now, -tokenDays), limit),
    deleteOldChallenges(ctx.db, now, limit),
  ]);
  return deleted.reduce((sum, rows) => sum + rows.length, 0);
}
