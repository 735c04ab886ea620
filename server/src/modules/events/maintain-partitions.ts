import type { Ctx } from '#context';
import { maintainDayPartitions } from '#platform/db';
import { eventDays } from './rules.ts';

/** Creates the partitions of the coming days and drops those past retention. */
export const maintainPartitions = (ctx: Ctx): Promise<{ made: number; dropped: number }> =>
  maintainDayPartitions(ctx.db, eventDays, ctx.clock.now());
