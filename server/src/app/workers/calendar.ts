import type { Ctx } from '#context';
import { eventDays, findEventsOverdueSince } from '#modules/events';
import { findStatementsOverdueSince } from '#modules/memberships';
import { findLogOverdueSince, logDays } from '#modules/request-log';
import { findHistoryOverdueSince, historyDays } from '#modules/webhooks';
import { countCaught } from '#platform/db';
import { calendarMetrics } from './calendar-metrics.ts';

/** What is due by the calendar: since when something has been overdue, according to the database. */
const overdueSince: Readonly<Record<string, (ctx: Ctx) => Promise<Date | undefined>>> = {
  'memberships.issue-statements': findStatementsOverdueSince,
  'events.maintain-partitions': findEventsOverdueSince,
  'webhooks.maintain-history': findHistoryOverdueSince,
  'request-log.maintain': findLogOverdueSince,
};

/** Each worker reports how late the calendar's work is, whoever was to do it. */
export async function measureCalendar(ctx: Ctx): Promise<number> {
  const { overdue } = ctx.metrics.of(calendarMetrics);
  for (const [work, ask] of Object.entries(overdueSince)) {
    const since = await ask(ctx);
    const seconds = since === undefined ? 0 : (ctx.clock.now().getTime() - since.getTime()) / 1000;
    overdue.set({ work }, Math.max(0, seconds));
  }
  for (const { table } of [eventDays, ...historyDays, ...logDays])
    ctx.metrics.partitionDefaultRows.set({ table }, await countCaught(ctx.db, table));
  return 0;
}
