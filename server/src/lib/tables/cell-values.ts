// Interprets spreadsheet cells. A cell that cannot be interpreted stays text, so that validation reports it.

export const toYear = (text: string): number | string => (/^\d{4}(\.0+)?$/.test(text) ? Number(text) : text);

/** Day zero of Excel's calendar, which includes a nonexistent February 29, 1900. */
const excelZero = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** 2026-11-17, 11/17/2026 as written in the United States, or Excel's day number. */
export function toDay(text: string): string {
  const [, month, day, year] = slashed.exec(text) ?? [];
  if (month !== undefined && day !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (/^[2-7]\d{4}(\.\d+)?$/.test(text))
    return new Date(excelZero + Math.floor(Number(text)) * dayMs).toISOString().slice(0, 10);
  return text.replace(/[T ]00:00:00(\.0+)?Z?$/, '');
}

/** A date that can only have the day first: 13/05/2026. */
export const isDayFirst = (text: string): boolean => {
  const [, first, second] = slashed.exec(text) ?? [];
  return Number(first) > 12 && Number(second) <= 12;
};

/** A date that is ambiguous between month-first and day-first: 05/06/2026, not 05/05/2026. */
export const isEitherOrder = (text: string): boolean => {
  const [, first, second] = slashed.exec(text) ?? [];
  return Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
};

/** $18,000.00, 18000 or 18,000.5. More decimals come from a spreadsheet's arithmetic, or it is not an amount. */
const amount = /^\$? ?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,15}))?$/;
const leftBehind = 1e-4;

/** Dollars as whole cents; undefined if it is not an amount. */
export function toCents(text: string): number | undefined {
  const [, whole, decimals = ''] = amount.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const exact = Number(`${whole.replaceAll(',', '')}.${decimals || '0'}`) * 100;
  const cents = Math.round(exact);
  if (decimals.length > 2 && Math.abs(exact - cents) > leftBehind) return undefined;
  return cents;
}

/** Whole cents as written; undefined for anything else. */
export const toWholeCents = (text: string): number | undefined =>
  /^\d{1,12}(\.0+)?$/.test(text) ? Number(text) : undefined;

/** A cell without the apostrophe that our own exports put before formulas. */
export const withoutApostrophe = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
