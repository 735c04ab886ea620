const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The amount that a number of cents is, to draw it or to put it into a field; no sum is made with it. */
export const toDollars = (cents: number): number => cents / 100;

/** An amount that somebody named or owes: to the cent. */
export const fromCents = (cents: number): string => (cents % 100 === 0 ? whole : exact).format(toDollars(cents));
/** An amount on a bill, beside others of its kind. */
export const billed = (cents: number): string => exact.format(toDollars(cents));
/** An amount that is an estimate: cents would say more than is known. */
export const aboutCents = (cents: number): string => whole.format(toDollars(cents));
export const fromDollars = (amount: number): string => whole.format(amount);

/** What somebody typed as dollars, in cents: 18,500 or $18500.50. Undefined for what is no amount. */
export function readDollars(text: string): number | undefined {
  const plain = text.replace(/[\s$]/g, '');
  if (!/^(\d{1,8}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return undefined;
  const [dollars = '', cents = ''] = plain.replaceAll(',', '').split('.');
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/** What somebody wrote as the subsidy, as the service counts it: cents, or whole percents. */
export function readSubsidy(type: string, text: string): number | undefined {
  if (type === 'fixed') return readDollars(text);
  return /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100 ? Number(text) : undefined;
}
