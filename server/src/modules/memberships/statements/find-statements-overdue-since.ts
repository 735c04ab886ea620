import type { Ctx } from '#context';
import { listDuePeriods } from './list-due-periods.ts';
import { statementsDueAt } from './rules.ts';

/** Since when the oldest missing statements have been due. */
export async function findStatementsOverdueSince(ctx: Ctx): Promise<Date | undefined> {
  const [oldest] = await listDuePeriods(ctx, ctx.clock.now());
  return oldest && statementsDueAt(oldest.period);
}
