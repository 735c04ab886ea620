import type { Ctx } from '#context';
import { maintainDayPartitions } from '#platform/db';
import { historyDays } from './rules.ts';

/** Creates upcoming partitions of the delivery history and drops expired ones. */
export async function maintainHistory(ctx: Ctx): Promise<void> {
  for (const table of historyDays) await maintainDayPartitions(ctx.db, table, ctx.clock.now());
}
