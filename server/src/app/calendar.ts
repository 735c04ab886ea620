import type { Ctx } from '#context';
import { eventsOverdueSince } from '#modules/events';
import { statementsOverdueSince } from '#modules/plans';
import { historyOverdueSince } from '#modules/webhooks';

/** What is due by the calendar: since when something of it is due and not done, as the database has it. */
const overdueSince: Readonly<Record<string, (ctx: Ctx) => Promise<Date | undefined>>> = {
  'plans.issue-statements': statementsOverdueSince,
  'events.keep-partitions': eventsOverdueSince,
  'webhooks.keep-history': historyOverdueSince,
};

/** Each worker says how late the calendar's work is, whoever was to do it. */
export async function measureCalendar(ctx: Ctx): Promise<number> {
  for (const [work, ask] of Object.entries(overdueSince)) {
    const since = await ask(ctx);
    const seconds = since === undefined ? 0 : (ctx.clock.now().getTime() - since.getTime()) / 1000;
    ctx.metrics.calendarOverdue.set({ work }, Math.max(0, seconds));
  }
  return 0;
}
