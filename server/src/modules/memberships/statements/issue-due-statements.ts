import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { membershipMetrics } from '../metrics.ts';
import { issueStatements } from './issue-statements.ts';
import { listDuePeriods } from './list-due-periods.ts';
import { statementsDueAt } from './rules.ts';
import { finishPeriod, retryPeriod } from './store.ts';

/** A plan gets its price by hand, so retrying more often would only fill the log. */
const retryHours = 1;

/** Issues the statements that are due by the calendar; any number of workers may run it concurrently and repeatedly. */
export async function issueDueStatements(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  let all = 0;
  for (const { period, retryAt } of await listDuePeriods(ctx, now)) {
    if (retryAt !== null && retryAt > now) continue;
    // An institution without enrollments by then has no statement for the period, even if it enrolls retroactively.
    const { issued, unpriced } = await issueStatements(ctx, period, statementsDueAt(period));
    all += issued;
    ctx.log.info({ period, issued }, 'memberships.statements-issued');
    ctx.metrics.of(membershipMetrics).unpriced.inc(unpriced.length);
    for (const { institution_id: institution, plan } of unpriced)
      ctx.log.error({ period, institution, plan }, 'memberships.statement-unpriced');
    if (unpriced.length === 0) await finishPeriod(ctx.db, period, now);
    else await retryPeriod(ctx.db, period, addHours(now, retryHours));
  }
  return all;
}
