import type { Ctx } from '#context';
import { addDays } from '#lib/dates';
import { partitionDaysAhead, partitionDaysKept } from './rules.ts';
import { dropPartitions, makePartitions } from './store.ts';

/** Makes the days to come and drops those whose time is over; running it twice changes nothing more. */
export async function keepPartitions(ctx: Ctx): Promise<{ made: number; dropped: number }> {
  const today = ctx.clock.now();
  const made = await makePartitions(ctx.db, day(today), partitionDaysAhead);
  const dropped = await dropPartitions(ctx.db, day(addDays(today, -partitionDaysKept)));
  return { made: made?.made ?? 0, dropped: dropped?.dropped ?? 0 };
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
