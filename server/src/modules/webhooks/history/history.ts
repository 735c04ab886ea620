import type { Ctx } from '#context';
import { partitionsOverdueSince } from '#platform/db';
import { historyDays } from './rules.ts';

/** Since when the maintenance has been overdue, of the table that is furthest behind. */
export async function findHistoryOverdueSince(ctx: Ctx): Promise<Date | undefined> {
  const now = ctx.clock.now();
  const since = await Promise.all(historyDays.map((table) => partitionsOverdueSince(ctx.db, table, now)));
  return since.filter((at) => at !== undefined).toSorted((one, other) => one.getTime() - other.getTime())[0];
}
