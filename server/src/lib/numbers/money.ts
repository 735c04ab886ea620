/** Dollars to cents, half up; rounded to four decimals first, so that 1.005 is 101 and not 100 (D-016). */
export const dollarsToCents = (dollars: number): number => Math.round(Number((dollars * 100).toFixed(4)));

/** Whole cents as a decimal number with two places, without floating point. */
export const centsToText = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** The same with thousands separators, for people. */
export function centsToPrint(cents: number): string {
  const [whole, decimals] = centsToText(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}${grouped.format(Number(whole))}.${decimals}`;
}

const grouped = new Intl.NumberFormat('en-US');
