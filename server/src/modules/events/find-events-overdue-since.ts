import type { Ctx } from '#context';
import { partitionsOverdueSince } from '#platform/db';
import { eventDays } from './rules.ts';

/** Since when maintenance of the partitions has been overdue. */
export const findEventsOverdueSince = (ctx: Ctx): Promise<Date | undefined> =>
  partitionsOverdueSince(ctx.db, eventDays, ctx.clock.now());
