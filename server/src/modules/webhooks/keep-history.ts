import type { Ctx } from '#context';
import { keepDayPartitions } from '#platform/db';
import { historyDays } from './rules.ts';

/** Makes the days of the delivery history to come and drops those whose time is over. */
export async function keepHistory(ctx: Ctx): Promise<void> {
  for (const table of historyDays) await keepDayPartitions(ctx.db, table, ctx.clock.now());
}
