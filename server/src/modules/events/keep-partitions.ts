import type { Ctx } from '#context';
import { keepDayPartitions, partitionsOverdueSince } from '#platform/db';
import { eventDays } from './rules.ts';

/** Makes the days of the log to come and drops those whose time is over. */
export const keepPartitions = (ctx: Ctx): Promise<{ made: number; dropped: number }> =>
  keepDayPartitions(ctx.db, eventDays, ctx.clock.now());

/** Since when that has been due and not done. */
export const eventsOverdueSince = (ctx: Ctx): Promise<Date | undefined> =>
  partitionsOverdueSince(ctx.db, eventDays, ctx.clock.now());
