export type PeriodSearch = { readonly from?: string; readonly to?: string };

const day = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

export const readPeriod = (search: Readonly<Record<string, unknown>>): PeriodSearch => ({
  ...(day(search['from']) ? { from: search['from'] } : {}),
  ...(day(search['to']) ? { to: search['to'] } : {}),
});

/** 2026-11 as November 2026, or Nov. */
export const monthWords = (month: string, style: 'long' | 'short' = 'long'): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleString('en-US', {
    timeZone: 'UTC',
    ...(style === 'long' ? { month: 'long', year: 'numeric' } : { month: 'short' }),
  });

/** The last day of a span that ends just before `to`. */
export const lastDayBefore = (to: string): string => new Date(Date.parse(to) - 1).toISOString().slice(0, 10);
