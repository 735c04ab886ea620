import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { deleteOldTries } from '../try-store.ts';
import { deleteOldSessions } from './store.ts';

/** Deletes sessions and tries that no longer count; returns how many. */
export async function purgeSessions(ctx: Ctx, limit: number): Promise<number> {
  const until = addSeconds(ctx.clock.now(), -86_400);
  const deleted = await Promise.all([deleteOldSessions(ctx.db, until, limit), deleteOldTries(ctx.db, until, limit)]);
  return deleted.flat().length;
}
