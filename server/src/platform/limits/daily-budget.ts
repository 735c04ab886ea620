import type { Clock } from '#platform/clock';
import { prepared, type Db } from '#platform/db';

type DailyBudget = {
  /** The name of the budget, such as `vehicles.plates`. */
  readonly name: string;
  /** The budget of a UTC day. */
  readonly perDay: number;
};

type Parts = { readonly db: Db; readonly clock: Clock };

const today = ({ clock }: Parts): string => clock.now().toISOString().slice(0, 10);

// Counted up to its limit and no further, also under concurrency.
const spend = prepared<[name: string, day: string, most: number], { spent: number }>(
  'limits.spend-daily-budget',
  `insert into platform.daily_budgets as b (name, day, spent) select $1, $2, 1 where $3 > 0
   on conflict (name, day) do update set spent = b.spent + 1 where b.spent < $3
   returning spent`,
);

/** Spends one of the day's budget; false when nothing is left. */
export async function spendDaily(parts: Parts, { name, perDay }: DailyBudget): Promise<boolean> {
  return (await parts.db.find(spend(name, today(parts), perDay))) !== undefined;
}

const spentOf = prepared<[name: string, day: string], { spent: number }>(
  'limits.find-daily-budget',
  'select spent from platform.daily_budgets where name = $1 and day = $2',
);

/** Whether it is worth trying; only `spendDaily` decides. */
export async function hasDailyLeft(parts: Parts, { name, perDay }: DailyBudget): Promise<boolean> {
  return ((await parts.db.find(spentOf(name, today(parts))))?.spent ?? 0) < perDay;
}
