import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { partitionsOverdueSince } from '#platform/db';
import { callDays, logDays } from '../request-log/rules.ts';
import { deleteUnrecorded } from '../request-log/store.ts';

/** Since when the maintenance has been overdue, of the table that is furthest behind. */
export async function findLogOverdueSince(ctx: Ctx): Promise<Date | undefined> {
  const now = ctx.clock.now();
  const since = await Promise.all(logDays.map((table) => partitionsOverdueSince(ctx.db, table, now)));
  return since.filter((at) => at !== undefined).toSorted((one, other) => one.getTime() - other.getTime())[0];
}

/** Deletes counts that are older than every call of the log; returns how many. */
export async function purgeUnrecorded(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteUnrecorded(ctx.db, addDays(ctx.clock.now(), -callDays), limit)).length;
}
