import type { Ctx } from '#context';
import { firstInstitutionAt } from '#modules/partners';
import { addHours } from '#lib/dates';
import { issueStatements } from './issue-statements.ts';
import { duePeriods, statementsDueAt } from './rules.ts';
import { finishPeriod, listOpenPeriods, retryPeriod } from './statement-store.ts';

/** A plan gets its price by hand, so asking more often would only fill the log. */
const retryHours = 1;

/** Months that are due and not done with, oldest first: the calendar and the database say so, whoever was there then. */
async function listDue(ctx: Ctx, now: Date) {
  const first = await firstInstitutionAt(ctx);
  return first === undefined ? [] : listOpenPeriods(ctx.db, duePeriods(first, now));
}

/** Issues what is due by the calendar; any number of workers may do so at once, as often as they like. */
export async function issueDueStatements(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  let all = 0;
  for (const { period, retryAt } of await listDue(ctx, now)) {
    if (retryAt !== null && retryAt > now) continue;
    // An institution that enrolled nobody until then had nothing to be billed for, whatever it enrolled for it since.
    const { issued, unpriced } = await issueStatements(ctx, period, statementsDueAt(period));
    all += issued;
    ctx.log.info({ period, issued }, 'plans.statements-issued');
    for (const { institution_id: institution, plan } of unpriced)
      ctx.log.error({ period, institution, plan }, 'plans.statement-unpriced');
    if (unpriced.length === 0) await finishPeriod(ctx.db, period, now);
    else await retryPeriod(ctx.db, period, addHours(now, retryHours));
  }
  return all;
}

/** Since when a month's statements have been due that are not all issued. */
export async function statementsOverdueSince(ctx: Ctx): Promise<Date | undefined> {
  const [oldest] = await listDue(ctx, ctx.clock.now());
  return oldest && statementsDueAt(oldest.period);
}
