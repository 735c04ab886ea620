import type { Ctx } from '#context';
import { maintainDayPartitions, partitionsOverdueSince } from '#platform/db';
import { logDays } from '../request-log/rules.ts';

/** Creates upcoming partitions of the request log and drops expired ones. */
export async function maintainLog(ctx: Ctx): Promise<number> {
  for (const table of logDays) await maintainDayPartitions(ctx.db, table, ctx.clock.now());
  return 0;
}

/** Since when maintenance is overdue, for the table that is furthest behind. */
export async function findLogOverdueSince(ctx: Ctx): Promise<Date | undefined> {
  const now = ctx.clock.now();
  const since = await Promise.all(logDays.map((table) => partitionsOverdueSince(ctx.db, table, now)));
  return since.filter((at) => at !== undefined).toSorted((one, other) => one.getTime() - other.getTime())[0];
}
