import { toCsv } from '#lib/csv/csv';
import { centsToText } from '#lib/numbers/money';
import type { PortalAnalytics } from './portal-schemas.ts';

/** The figures of each month, as the page has them in its table. */
export function writeAnalyticsCsv({ figures, lenders, settlement_days: days }: PortalAnalytics): string {
  // Where of none it is known there is no sum, and a zero would be one.
  const known = lenders.exposure?.by_month.filter((month) => month.known > 0);
  const exposure = new Map(known?.map((month) => [month.month, month]));
  const medians = new Map(days.map(({ month, median_days: median }) => [month, median]));
  return toCsv([
    [
      'month',
      'created',
      'activated',
      'settled',
      'increase_usd',
      'spend_usd',
      'exposure_before_usd',
      'exposure_after_usd',
      'median_days_to_settlement',
    ],
    ...figures.by_month.map((row) => {
      const gap = exposure.get(row.month);
      return [
        row.month,
        row.created,
        row.activated,
        row.settled,
        centsToText(row.increase_cents),
        centsToText(row.spend_cents),
        gap === undefined ? '' : centsToText(gap.before_cents),
        gap === undefined ? '' : centsToText(gap.after_cents),
        medians.get(row.month) ?? '',
      ];
    }),
  ]);
}
