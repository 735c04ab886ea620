const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Dollars for charts and form fields; never calculate with it, since it is not exact. */
export const toDollars = (cents: number): number => cents / 100;

/** An amount that was stated or is owed; cents only if there are any. */
export const formatCents = (cents: number): string => (cents % 100 === 0 ? whole : exact).format(toDollars(cents));
/** An amount on a bill, always with cents. */
export const formatCentsExact = (cents: number): string => exact.format(toDollars(cents));
/** An estimated amount, rounded to dollars: cents would suggest a precision it does not have. */
export const formatCentsRounded = (cents: number): string => whole.format(toDollars(cents));
export const formatDollars = (amount: number): string => whole.format(amount);

/** Typed dollars (18,500 or $18500.50) as cents; undefined if it is not an amount. */
export function parseDollars(text: string): number | undefined {
  const plain = text.replace(/[\s$]/g, '');
  if (!/^(\d{1,8}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return undefined;
  const [dollars = '', cents = ''] = plain.replaceAll(',', '').split('.');
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/** A typed subsidy as the API expects it: cents, or whole percent. */
export function parseSubsidy(type: string, text: string): number | undefined {
  if (type === 'fixed') return parseDollars(text);
  return /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100 ? Number(text) : undefined;
}
