import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { budgetDay } from './budget-rules.ts';
import { deleteBudgets } from './budget-store.ts';

/** Long enough to look at an attack of last week; the names of scopes contain addresses. */
const storedDays = 7;

/** Deletes what was spent on past days; returns how many rows. */
export async function purgeBudgets(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteBudgets(ctx.db, budgetDay(addDays(ctx.clock.now(), -storedDays)), limit)).length;
}
