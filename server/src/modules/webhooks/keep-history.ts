import type { Ctx } from '#context';
import { keepDayPartitions, partitionsOverdueSince } from '#platform/db';
import { historyDays } from './rules.ts';

/** Makes the days of the delivery history to come and drops those whose time is over. */
export async function keepHistory(ctx: Ctx): Promise<void> {
  for (const table of historyDays) await keepDayPartitions(ctx.db, table, ctx.clock.now());
}

/** Since when that has been due and not done, of whichever table is furthest behind. */
export async function historyOverdueSince(ctx: Ctx): Promise<Date | undefined> {
  const now = ctx.clock.now();
  const since = await Promise.all(historyDays.map((table) => partitionsOverdueSince(ctx.db, table, now)));
  return since.filter((at) => at !== undefined).toSorted((one, other) => one.getTime() - other.getTime())[0];
}
