import type { ReportComparable } from '#modules/documents';
import { isSameMake, type DecodedVin } from '#modules/vehicles';
import type { CheckedContents, CheckedReport, Found } from './finding-facts.ts';
import { miles, quote, quoteMiles, quoteText, type Printed, type Quoted } from './figure-rules.ts';
import { numbered } from './comparable-rules.ts';

/** A whole VIN whose check digit is right and that fits one model and one year; anything less is not reliable. */
const isSure = (decoded: DecodedVin | undefined): decoded is DecodedVin =>
  decoded?.complete === true && decoded.checkDigit === 'right' && decoded.confidence === 'high';

/** The data of the loss vehicle's VIN, where it is reliable. */
export function findOwn({ reading, decoded }: CheckedReport): DecodedVin | undefined {
  const own = decoded.get(reading.fields.vin?.value ?? '');
  return isSure(own) ? own : undefined;
}

/** Trucks of one brand were once sold under the other, and people still mix the names. */
const sameTrucks = new Set(['dodge', 'ram']);

const mayBeMake = (one: string | undefined, other: string | undefined): boolean =>
  isSameMake(one, other) || [one, other].every((make) => sameTrucks.has((make ?? '').toLowerCase()));

const toYear = (printed: Printed<number>): Quoted => quote('Year', printed, String(printed.value));

/** Compares the printed year, make and model with those of the printed VIN. A VIN alone never determines a trim. */
export function checkVin(checked: CheckedReport): Found[] {
  const own = findOwn(checked);
  const { vin, year, make, model } = checked.reading.fields;
  if (own === undefined || vin === undefined) return [];
  const number = quoteText('VIN', vin);
  const differs = (code: Found['code'], other: Quoted, told: string): Found => ({
    kind: 'printed_fact',
    code,
    quoted: [other, number],
    values: { printed: other.mark.printed, other: told },
  });
  return [
    ...(year === undefined || own.year === undefined || own.year === year.value
      ? []
      : [differs('vin_year', toYear(year), String(own.year))]),
    ...(make === undefined || mayBeMake(make.value, own.make)
      ? []
      : [differs('vin_make', quoteText('Make', make), own.make ?? '')]),
    ...(model === undefined || !mayBeMake(make?.value, own.make) || mayBeCalled(model.value, own)
      ? []
      : [differs('vin_model', quoteText('Model', model), own.model ?? '')]),
  ];
}

const tokensOf = (names: readonly (string | undefined)[]): string[] =>
  names.flatMap((name) => (name ?? '').toLowerCase().split(/[^a-z0-9]+/)).filter((token) => token !== '');

/**
 * Whether this name fits the vehicle: makers name one line "3 Series", "328i" and "3", so any common part is enough.
 * Two models that share a word are not distinguished by this; a false finding would be worse.
 */
function mayBeCalled(model: string, { model: told, series, trims }: DecodedVin): boolean {
  const theirs = tokensOf([told, series, ...trims]);
  return tokensOf([model]).some((one) => theirs.some((other) => one.includes(other) || other.includes(one)));
}

const toMiles = (text: string | undefined): number | undefined => {
  const digits = text?.replace(/(?<!\s)\s*miles?$/i, '').replaceAll(',', '');
  return digits !== undefined && /^\d{1,7}$/.test(digits) ? Number(digits) : undefined;
};

const mileageOf = ({ adjustments }: ReportComparable) => adjustments.find(({ name }) => /^mileage\b/i.test(name));

/** The odometer of the loss vehicle is printed again beside every comparable. */
export function checkOwnOdometer({ reading, contents }: CheckedContents): Found[] {
  const { odometer } = reading.fields;
  if (odometer === undefined) return [];
  const others = contents.comparables.flatMap((one) => {
    const row = mileageOf(one);
    const own = toMiles(row?.own);
    if (row?.cents === undefined || own === undefined || own === odometer.value) return [];
    return [{ own, quoted: quote(numbered(one, row.name), row.cents, miles(own)) }];
  });
  const [first] = others;
  if (first === undefined) return [];
  return [
    {
      kind: 'printed_fact',
      code: 'own_odometer',
      quoted: [quoteMiles('Odometer', odometer), ...others.map(({ quoted }) => quoted)],
      values: { printed: miles(odometer.value), other: miles(first.own) },
    },
  ];
}

/** A comparable's own odometer, in the list and beside its adjustment. */
export const checkTheirOdometer = ({ contents }: CheckedContents): Found[] =>
  contents.comparables.flatMap((one): Found[] => {
    const row = mileageOf(one);
    const theirs = toMiles(row?.theirs);
    const { odometer, number } = one;
    if (odometer === undefined || theirs === undefined || row?.cents === undefined || theirs === odometer.value)
      return [];
    return [
      {
        kind: 'printed_fact',
        code: 'comparable_odometer',
        about: String(number),
        quoted: [
          quoteMiles(numbered(one, 'Odometer'), odometer),
          quote(numbered(one, row.name), row.cents, miles(theirs)),
        ],
        values: { number: String(number), printed: miles(odometer.value), other: miles(theirs) },
      },
    ];
  });

/** The year that begins its description. */
export const printedYear = ({ description }: ReportComparable): number | undefined => {
  const [, year] = /^((?:19|20)\d\d)\b/.exec(description?.value.trim() ?? '') ?? [];
  return year === undefined ? undefined : Number(year);
};

/** The data of a comparable's VIN, where it is whole and reliable. */
export function findTheirs({ decoded }: CheckedReport, { vin, vin_masked: masked }: ReportComparable) {
  const theirs = masked || vin === undefined ? undefined : decoded.get(vin.value);
  return vin !== undefined && isSure(theirs) ? { theirs, vin } : undefined;
}

/** A comparable whose VIN has another year than is printed for it, or another engine than that of the loss vehicle. */
export function checkTheirVins(checked: CheckedContents): Found[] {
  const own = findOwn(checked);
  return checked.contents.comparables.flatMap((one): Found[] => {
    const found = findTheirs(checked, one);
    if (found === undefined) return [];
    const number = String(one.number);
    const vin = quoteText(numbered(one, 'VIN'), found.vin);
    const [year, told] = [printedYear(one), found.theirs.year];
    const engines = own && describeEngines(own, found.theirs);
    return [
      ...(one.description === undefined || year === undefined || told === undefined || told === year
        ? []
        : [
            {
              kind: 'printed_fact',
              code: 'comparable_vin_year',
              about: number,
              quoted: [quoteText(numbered(one, 'Description'), one.description), vin],
              values: { number, printed: String(year), other: String(told) },
            } satisfies Found,
          ]),
      ...(engines === undefined
        ? []
        : [
            {
              kind: 'printed_fact',
              code: 'comparable_engine',
              about: number,
              quoted: [vin, ...ownVin(checked)],
              values: { number, printed: engines.own, other: engines.theirs },
            } satisfies Found,
          ]),
    ];
  });
}

const ownVin = ({ reading: { fields } }: CheckedReport): Quoted[] =>
  fields.vin === undefined ? [] : [quoteText('VIN', fields.vin)];

/** Displacements are rounded differently by different makers. */
const sameLitres = 0.15;

/** Both engines in short form, where they differ; missing data contradicts nothing. */
function describeEngines(one: DecodedVin, other: DecodedVin): { own: string; theirs: string } | undefined {
  const [a, b] = [one.engine, other.engine];
  const differs =
    (a.displacementL !== undefined &&
      b.displacementL !== undefined &&
      Math.abs(a.displacementL - b.displacementL) > sameLitres) ||
    (a.cylinders !== undefined && b.cylinders !== undefined && a.cylinders !== b.cylinders) ||
    (a.fuel !== undefined && b.fuel !== undefined && a.fuel !== b.fuel);
  const [own, theirs] = [nameEngine(a), nameEngine(b)];
  return differs && own !== theirs ? { own, theirs } : undefined;
}

const nameEngine = ({ displacementL, cylinders, fuel }: DecodedVin['engine']): string =>
  [
    displacementL === undefined ? undefined : `${displacementL.toFixed(1)}L`,
    cylinders === undefined ? undefined : `${cylinders} cyl`,
    fuel,
  ]
    .filter((word) => word !== undefined)
    .join(' ');
