import { addDays, dayOf, monthOf, startOfDay, startOfNextMonth } from '#lib/time/dates';
import type { Issue } from '#platform/errors';
import type { AnalyticsQuery } from './schemas.ts';

const usualDays = 365;
const maxDays = 731;

type Span = { readonly from: Date; readonly to: Date };

/** From inclusive, to exclusive; default: the year that ends with today (D-110). */
export function readSpan(query: AnalyticsQuery, now: Date): Span | readonly Issue[] {
  const to = query.to === undefined ? addDays(startOfDay(dayOf(now)), 1) : startOfDay(query.to);
  const from = query.from === undefined ? addDays(to, -usualDays) : startOfDay(query.from);
  if (from >= to) return [{ path: 'from', message: 'must be before to' }];
  if (from < addDays(to, -maxDays)) return [{ path: 'from', message: `must be at most ${maxDays} days before to` }];
  return { from, to };
}

/** A month, or the part of it that is within a span. */
export type Month = Span & { readonly name: string };

/** Every month that the span touches, in order. */
export function monthsOf({ from, to }: Span): Month[] {
  const months: Month[] = [];
  for (let start = from; start < to;) {
    const next = startOfNextMonth(start);
    const end = next < to ? next : to;
    months.push({ name: monthOf(start), from: start, to: end });
    start = end;
  }
  return months;
}

/** From the start of the month of `from` to the end of the month in which the span ends. */
export function wholeMonths({ from, to }: Span): Span {
  const months = monthsOf({ from: startOfDay(`${monthOf(from)}-01`), to });
  const last = months.at(-1);
  return { from: months[0]?.from ?? from, to: last === undefined ? to : startOfNextMonth(last.from) };
}

/**
 * The share of a month's invitations that were activated, with four decimals. Activated borrowers were invited in the
 * same month, so it cannot be above 1 and needs no cap.
 */
export const cohortRateOf = ({
  invited,
  activated,
}: {
  readonly invited: number;
  readonly activated: number;
}): number => Math.round((activated / invited) * 10_000) / 10_000;

/**
 * The share of referrals that were activated, with four decimals; null when nothing was referred. Referrals from before
 * the window can be activated in it, so the rate is capped at 1.
 */
export const rateOf = (activated: number, created: number): number | null =>
  created === 0 ? null : Math.min(1, Math.round((activated / created) * 10_000) / 10_000);
