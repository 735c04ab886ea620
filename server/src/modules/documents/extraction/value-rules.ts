// Parse a piece of text as one kind of value; undefined when it is not one.
import { isCalendarDate } from '#lib/time/dates';

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const letters = 'ABCDEFGH.JKLMN.P.R.STUVWXYZ';
const letterValues = '12345678.12345.7.9.23456789';

/** Seventeen characters without spaces and hyphens. I, O and Q of a scan can only be 1 and 0: VINs do not have them. */
export function readVin(text: string): string | undefined {
  const joined = text.replace(/[\s-]/g, '').toUpperCase().slice(0, 17);
  const vin = joined.replaceAll('I', '1').replaceAll(/[OQ]/g, '0');
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin) || !/\d{3}$/.test(vin) || !/[A-Z]/.test(vin)) return undefined;
  // A longer run of characters is something else that begins like a VIN.
  return /^[\s-]*[A-Z0-9](?:[\s-]?[A-Z0-9]){16}(?![A-Z0-9])/i.test(text) ? vin : undefined;
}

/** Checks position 9 against the other sixteen. */
export function hasRightCheckDigit(vin: string): boolean {
  const valueOf = (char: string) => Number(/\d/.test(char) ? char : letterValues[letters.indexOf(char)]);
  const sum = weights.reduce((total, weight, index) => total + weight * valueOf(vin.charAt(index)), 0);
  return vin.charAt(8) === (sum % 11 === 10 ? 'X' : String(sum % 11));
}

/** Cents with the printed sign: `- $ 1,234.56`, `($500.00)`, `= $12,345`. */
export function readMoney(text: string): number | undefined {
  const match =
    /^(?:(?<open>\()\s*)?(?:[=+]\s*)?(?:(?<minus>[-–−])\s*)?(?:(?:US)?(?<sign>\$)\s*|US\s*)?(?:(?<minus2>[-–−])\s*)?(?<whole>\d{1,3}(?:,\d{3})*|\d+)(?<cents> ?\.\d{2})?\)?\*?(?: ?USD)?$/.exec(
      text.trim(),
    );
  const { open, minus, minus2, sign, whole = '', cents } = match?.groups ?? {};
  // A bare number is a count of something; money has a dollar sign or cents.
  if (match === null || (sign === undefined && cents === undefined) || whole.length > 11) return undefined;
  const amount = Number(whole.replaceAll(',', '')) * 100 + Number(cents?.trim().slice(1) ?? 0);
  return open !== undefined || minus !== undefined || minus2 !== undefined ? -amount : amount;
}

export function readMiles(text: string): number | undefined {
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,7}) ?(?:miles|mi\.?)?(?: ?\(?actual\)?)?$/i.exec(text.trim());
  const miles = Number(match?.[1]?.replaceAll(',', ''));
  return match !== null && miles <= 2_000_000 ? miles : undefined;
}

export function readYear(text: string): number | undefined {
  const [, year] = /^((?:19[89]|20\d)\d)$/.exec(text.trim()) ?? [];
  return year === undefined ? undefined : Number(year);
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** A day as YYYY-MM-DD, from the formats of US papers; month first. */
export function readDate(text: string): string | undefined {
  const trimmed = text.trim().replace(/(?<![ ,])[ ,]+\d{1,2}:\d{2}.*/, '');
  const [, month, day, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/.exec(trimmed) ?? [];
  if (month !== undefined) return dayOf(Number(year), Number(month), Number(day));
  if (isCalendarDate(trimmed)) return trimmed;
  const [, name, date, of] =
    /^(?:[a-z]{3,9}day,? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(trimmed) ?? [];
  const index = months.indexOf(name?.slice(0, 3).toLowerCase() ?? '');
  return index < 0 ? undefined : dayOf(Number(of), index + 1, Number(date));
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const two = (number: number) => String(number).padStart(2, '0');
  const text = `${year < 100 ? 2000 + year : year}-${two(month)}-${two(day)}`;
  return isCalendarDate(text) ? text : undefined;
}

const phone = /\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b.*/;

/** A name as printed, without what follows it. */
export function readName(text: string): string | undefined {
  const name = text
    .replace(phone, '')
    .replace(/(?<![\s,;:|•·])[\s,;:|•·]+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /\p{L}\P{L}*\p{L}/u.test(name) && name.length <= 80 && !/[$@%]|https?:/.test(name) ? name : undefined;
}

export function readClaimNumber(text: string): string | undefined {
  const [, number] = /^#? ?([A-Z0-9][A-Z0-9-/.]{2,39}(?: [A-Z0-9-]{1,12}){0,2})$/i.exec(text.trim()) ?? [];
  return number !== undefined && number.length <= 60 && /\d/.test(number) && readDate(number) === undefined
    ? number
    : undefined;
}
