import type { Ctx } from '#context';
import { maintainDayPartitions } from '#platform/db';
import { logDays } from '../request-log/rules.ts';

/** Creates upcoming partitions of the request log and drops expired ones. */
export async function maintainLog(ctx: Ctx): Promise<number> {
  for (const table of logDays) await maintainDayPartitions(ctx.db, table, ctx.clock.now());
  return 0;
}
