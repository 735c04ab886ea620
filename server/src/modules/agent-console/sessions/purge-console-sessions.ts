import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { deleteOldSessions } from './store.ts';

/** Deletes sessions whose time was over a day ago; returns how many. */
export const purgeConsoleSessions = async (ctx: Ctx, limit: number): Promise<number> =>
  (await deleteOldSessions(ctx.db, addDays(ctx.clock.now(), -1), limit)).length;
