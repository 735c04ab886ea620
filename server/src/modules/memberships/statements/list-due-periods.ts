import type { Ctx } from '#context';
import { findFirstInstitutionAt } from '#modules/partners';
import { duePeriods } from './rules.ts';
import { listOpenPeriods } from './store.ts';

/**
 * Months that are due and not complete, oldest first; computed from the calendar and the database, so missed runs are
 * made up.
 */
export async function listDuePeriods(ctx: Ctx, now: Date) {
  const first = await findFirstInstitutionAt(ctx);
  return first === undefined ? [] : listOpenPeriods(ctx.db, duePeriods(first, now));
}
