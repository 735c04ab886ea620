import type { Ctx } from '#context';
import { addDays, addSeconds } from '#lib/time/dates';
import { deleteOldDevices } from '../devices/store.ts';
import { deleteOldFailures } from '../failure-store.ts';
import { deleteOldTries } from '../try-store.ts';
import { failureDays } from './rules.ts';
import { deleteOldSessions } from './store.ts';

/** Deletes sessions, devices, tries and counts of refused sign-ins that no longer count; returns how many. */
export async function purgeSessions(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const until = addSeconds(now, -86_400);
  const deleted = await Promise.all([
    deleteOldSessions(ctx.db, until, limit),
    deleteOldTries(ctx.db, until, limit),
    deleteOldDevices(ctx.db, now, limit),
    deleteOldFailures(ctx.db, addDays(now, -failureDays), limit),
  ]);
  return deleted.reduce((sum, rows) => sum + rows.length, 0);
}
