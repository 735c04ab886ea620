import type { Ctx } from '#context';
import { keepDayPartitions } from '#platform/db';
import { eventDays } from './rules.ts';

/** Makes the days of the log to come and drops those whose time is over. */
export const keepPartitions = (ctx: Ctx): Promise<{ made: number; dropped: number }> =>
  keepDayPartitions(ctx.db, eventDays, ctx.clock.now());
