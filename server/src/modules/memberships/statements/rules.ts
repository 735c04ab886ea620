import { addHours, monthOf, startOfDay, startOfNextMonth } from '#lib/time/dates';

/** A month's statements are due at 6 a.m. on the first day after it (T10). */
const dueHours = 6;

export const statementsDueAt = (period: string): Date => addHours(boundsOf(period).to, dueHours);

/** Months whose statements are due, from the month of `from` on, oldest first. */
export function duePeriods(from: Date, now: Date): string[] {
  const periods: string[] = [];
  for (let month = monthOf(from); statementsDueAt(month) <= now;) {
    periods.push(month);
    month = monthOf(boundsOf(month).to);
  }
  return periods;
}

/** The first moment of a month and of the next. */
export function boundsOf(period: string): { readonly from: Date; readonly to: Date } {
  const from = startOfDay(`${period}-01`);
  return { from, to: startOfNextMonth(from) };
}

export const dueDays = 30;
