import { isCalendarDate } from '#lib/time/dates';
import type { Candidate } from './find-values.ts';
import type { Segment } from './layout-rules.ts';
import type { Word } from './word-tables.ts';

// Chooses one value for a field among all candidates from labels and layouts.

/** Below this confidence a recognized word is a guess. */
export const sureEnough = 75;

/** One value, chosen from all candidates for a field. */
export type Chosen<T> = {
  readonly value: T;
  readonly high: boolean;
  /** Whether all candidates have the same value. */
  readonly agreed: boolean;
  readonly at: Segment;
  /** The label's result, where a label decided. */
  readonly from?: Candidate<unknown>;
};

/**
 * The best label decides. Two values under labels of one rank mean two vehicles or a misreading, which staff must
 * check.
 */
export function chooseValue<T>(candidates: readonly Candidate<T>[], ocr: boolean): Chosen<T> | undefined {
  const [first] = candidates;
  if (first === undefined) return undefined;
  const equals = candidates.filter(({ rank }) => rank === first.rank);
  const agreed = equals.every(({ value }) => sameValue(value, first.value));
  const surest = Math.max(...equals.map(({ at }) => at.sure));
  return {
    value: first.value,
    at: first.at,
    from: first,
    agreed,
    high: !first.weak && agreed && (!ocr || surest >= sureEnough),
  };
}

const sameValue = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? isSameName(one, other)
    : JSON.stringify(one) === JSON.stringify(other);

/** A part of the chosen value. */
export function part<T, U>(chosen: Chosen<T> | undefined, pick: (value: T) => U): Chosen<U> | undefined {
  return chosen === undefined ? undefined : { ...chosen, value: pick(chosen.value) };
}

// Detects text layers that differ from the visible page: fonts without a map to letters, which some programs embed.

/** Frequent words of every report: 0.159 to 0.282 of the first page of those measured, none of a garbage layer. */
const common = new Set(
  'the of and vehicle value loss total claim report for is to date odometer price adjusted condition'.split(' '),
);

/** With fewer words the share is meaningless. */
const enoughWords = 40;
const leastShare = 0.03;

/** Whether the words of the first page are not those of any report; then the page is read as a scan. */
export function isGarbage(words: readonly Word[]): boolean {
  const [first] = words;
  const page = words.filter((word) => word.page === first?.page);
  const known = page.filter(({ text }) => common.has(text.toLowerCase().replaceAll(/[^a-z]/g, '')));
  return page.length >= enoughWords && known.length < leastShare * page.length;
}

/** Makes sold in the US in the last forty years, as documents spell them. */
const makes = (
  'Acura|Alfa Romeo|Aston Martin|Audi|Bentley|BMW|Bugatti|Buick|Cadillac|Chevrolet|Chrysler|Daewoo|Dodge|Eagle|Ferrari|Fiat|' +
  'Fisker|Ford|Freightliner|Genesis|Geo|GMC|Harley-Davidson|Honda|Hummer|Hyundai|Infiniti|Isuzu|Jaguar|Jeep|Kia|Lamborghini|' +
  'Land Rover|Lexus|Lincoln|Lotus|Lucid|Maserati|Maybach|Mazda|McLaren|Mercedes-Benz|Mercury|MINI|Mitsubishi|Nissan|' +
  'Oldsmobile|Peugeot|Plymouth|Polestar|Pontiac|Porsche|Ram|Rivian|Rolls-Royce|Saab|Saturn|Scion|Smart|Subaru|Suzuki|Tesla|' +
  'Toyota|Volkswagen|Volvo|Yamaha|Kawasaki|Chevy|VW|Mercedes'
).split('|');

const sameMake: Readonly<Record<string, string>> = { chevy: 'Chevrolet', vw: 'Volkswagen', mercedes: 'Mercedes-Benz' };

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A make in its usual spelling; undefined when it is not a known one. */
export function readMake(text: string): string | undefined {
  const make = makes.find((one) => plain(one) === plain(text));
  return make === undefined ? undefined : (sameMake[make.toLowerCase()] ?? make);
}

export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

type Described = { readonly year: number; readonly make: string; readonly rest: string };

/** "2018 Toyota Corolla LE", and the text after it; real ones have up to 120 characters. */
export function readDescription(text: string): Described | undefined {
  const [, yearText = '', words = ''] = /^((?:19|20)\d\d)\s+(\S.{0,199})$/.exec(text.trim()) ?? [];
  const year = readYear(yearText);
  // Longer names first: "Mercedes-Benz" before "Mercedes".
  const make = makes
    .toSorted((a, b) => b.length - a.length)
    .find((one) => new RegExp(`^${one.replace(/[ -]/, '[ -]')}(?![a-z])`, 'i').test(words));
  if (year === undefined || make === undefined) return undefined;
  return { year, make: readMake(make) ?? make, rest: words.slice(make.length).trim() };
}

const bodyWords =
  /\b(?:\d ?-?door|\dD|sedan|coupe|hatchback|wagon|suv|pickup|convertible|van|utility|crew cab|\d\.\dL|AWD|FWD|RWD|4WD|4X4|2WD)\b.*/i;

/** Splits the text after the make into model and trim; certain only when the VIN has the same model. */
export function splitModel(
  rest: string,
  known: string | undefined,
): { model: string; trim: string | undefined; certain: boolean } {
  const [first = '', ...further] = rest.split('|').map((part) => part.trim());
  const pattern =
    known === undefined ? undefined : new RegExp(`^${[...plain(known)].join('[^a-z0-9]*')}(?![a-z0-9])`, 'i');
  const model = pattern?.exec(first)?.[0] ?? (further.length > 0 ? first : (first.split(' ', 1)[0] ?? ''));
  const tail = first.slice(model.length).trim() || (further[0] ?? '');
  const trim = tail.replace(bodyWords, '').trim();
  return { model, trim: trim === '' ? undefined : trim, certain: pattern?.test(first) === true || further.length > 0 };
}

// These functions parse a text as one kind of value; undefined when it is not one.

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const letters = 'ABCDEFGH.JKLMN.P.R.STUVWXYZ';
const letterValues = '12345678.12345.7.9.23456789';

/** Seventeen characters without spaces and hyphens. I, O and Q of a scan can only be 1 and 0, because VINs do not have them. */
export function readVin(text: string): string | undefined {
  const joined = text.replace(/[\s-]/g, '').toUpperCase().slice(0, 17);
  const vin = joined.replaceAll('I', '1').replaceAll(/[OQ]/g, '0');
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin) || !/\d{3}$/.test(vin) || !/[A-Z]/.test(vin)) return undefined;
  // A longer run of characters is not a VIN, even if it begins like one.
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

/** A day as YYYY-MM-DD, from the formats of US documents; month first. */
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

/** A name as printed, without the text after it. */
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
