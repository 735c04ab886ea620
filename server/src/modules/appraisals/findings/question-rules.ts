import type { ReportComparable } from '#modules/documents';
import type { CheckedContents, Found } from './finding-facts.ts';
import { addition, dollars, miles, quoteMiles, quoteText, sumOf, toFigure, type Figure } from './figure-rules.ts';
import { findPlainMean, isWhole, numbered } from './comparable-rules.ts';
import { isSameTrim } from './rules.ts';
import { findOwn, findTheirs, printedYear } from './vehicle-rules.ts';

// The bounds below are ours: beyond them a person would ask. They are not rules of law or of an insurer.

/** As far as most people would drive for a car. */
const farMiles = 100;
/** A price of a season before may be another price. */
const oldDays = 90;
/** Two vehicles make an average of two. */
const fewest = 3;

const amountsNamed = ({ contents: { comparables } }: CheckedContents, name: RegExp): Figure[] =>
  comparables.flatMap((one) =>
    one.adjustments.flatMap(({ name: printed, cents }) =>
      name.test(printed) && cents !== undefined && cents.value !== 0 ? [toFigure(numbered(one, printed), cents)] : [],
    ),
  );

/** List prices that were lowered to what the vehicle "would have sold for". */
export function askProjectedSold(checked: CheckedContents): Found[] {
  const amounts = amountsNamed(checked, /^projected sold/i);
  if (amounts.length === 0) return [];
  const mean = findPlainMean(checked);
  const values = { count: String(amounts.length), amount: dollars(Math.abs(sumOf(amounts))) };
  if (mean === undefined || !amounts.every(({ certain }) => certain))
    return [{ kind: 'worth_asking', code: 'projected_sold', quoted: amounts, values }];
  // Every adjusted value counts the same, so the mean moves by their sum over the number of vehicles.
  const moved = Math.round(sumOf(amounts) / mean.count);
  return [
    {
      kind: 'worth_asking',
      code: 'projected_sold',
      sentence: 'projected_sold_exact',
      quoted: [...amounts, mean.base],
      arithmetic: `(${addition(amounts)}) ÷ ${mean.count} = ${dollars(moved)}; ${dollars(mean.base.cents)} ${moved < 0 ? '+' : '−'} ${dollars(Math.abs(moved))} = ${dollars(mean.base.cents - moved)}`,
      movesCents: -moved,
      values: { ...values, computed: dollars(mean.base.cents - moved), printed: dollars(mean.base.cents) },
    },
  ];
}

/** The same condition amount on every comparable, whichever was inspected. */
export function askUniformCondition(checked: CheckedContents): Found[] {
  const { comparables, sum } = checked.contents;
  const amounts = amountsNamed(checked, /^condition/i);
  const [first] = amounts;
  const isUniform = amounts.length >= 2 && amounts.every(({ cents }) => cents === first?.cents);
  if (first === undefined || !isUniform) return [];
  const base = sum.find(({ name }) => name === 'base');
  // An average moves by an amount that applies to all of its values, whatever its weights are.
  const isExact = isWhole(checked) && amounts.length === comparables.length && amounts.every(({ certain }) => certain);
  const values = { count: String(amounts.length), amount: dollars(first.cents) };
  if (!isExact || base === undefined)
    return [{ kind: 'worth_asking', code: 'uniform_condition', quoted: amounts, values }];
  const printed = toFigure(base.label, base.cents);
  return [
    {
      kind: 'worth_asking',
      code: 'uniform_condition',
      sentence: 'uniform_condition_exact',
      quoted: [...amounts, printed],
      arithmetic: `${dollars(printed.cents)} ${first.cents < 0 ? '+' : '−'} ${dollars(Math.abs(first.cents))} = ${dollars(printed.cents - first.cents)}`,
      movesCents: -first.cents,
      values: { ...values, printed: dollars(printed.cents), computed: dollars(printed.cents - first.cents) },
    },
  ];
}

/** A price below the asking price, for vehicles that were inspected. */
export const askTakePrices = ({ contents }: CheckedContents): Found[] =>
  contents.comparables.flatMap((one): Found[] => {
    const { price, list_price: list, price_kind: kind, number } = one;
    if (kind !== 'take' || price === undefined || list === undefined || price.value >= list.value) return [];
    const [take, asked] = [toFigure(numbered(one, 'Take Price'), price), toFigure(numbered(one, 'List Price'), list)];
    return [
      {
        kind: 'worth_asking',
        code: 'take_price',
        about: String(number),
        quoted: [asked, take],
        arithmetic: `${dollars(asked.cents)} − ${dollars(take.cents)} = ${dollars(asked.cents - take.cents)}`,
        values: {
          number: String(number),
          printed: dollars(take.cents),
          other: dollars(asked.cents),
          amount: dollars(asked.cents - take.cents),
        },
      },
    ];
  });

export const askDistances = ({ contents }: CheckedContents): Found[] =>
  contents.comparables.flatMap((one): Found[] => {
    const { distance_miles: distance, number } = one;
    const radius = contents.search_radius_miles;
    if (distance === undefined) return [];
    const about = { about: String(number), kind: 'worth_asking' } as const;
    const quoted = quoteMiles(numbered(one, 'Distance'), distance);
    const values = { number: String(number), printed: miles(distance.value) };
    if (radius !== undefined && distance.value > radius.value)
      return [
        {
          ...about,
          code: 'beyond_radius',
          quoted: [quoted, quoteMiles('Search Radius', radius)],
          values: { ...values, other: miles(radius.value) },
        },
      ];
    return distance.value > farMiles ? [{ ...about, code: 'far_away', quoted: [quoted], values }] : [];
  });

const dayMs = 86_400_000;

/** Listed, or seen last, long before the report was made. */
export function askDates({ contents }: CheckedContents): Found[] {
  const { report_date: made } = contents;
  if (made === undefined) return [];
  return contents.comparables.flatMap((one): Found[] => {
    const { dated, number, date_kind: kind } = one;
    if (dated === undefined) return [];
    const days = Math.round((Date.parse(made.value) - Date.parse(dated.value)) / dayMs);
    if (!(days > oldDays)) return [];
    const label = numbered(one, kind === 'updated' ? 'Updated Date' : 'Listing Date');
    return [
      {
        kind: 'worth_asking',
        code: 'old_listing',
        about: String(number),
        quoted: [quoteText(label, dated), quoteText('Report Date', made)],
        values: { number: String(number), printed: dated.value, count: String(days) },
      },
    ];
  });
}

/** A vehicle of another year, or one that the public data of VINs lists under other trims. */
export function askKinds(checked: CheckedContents): Found[] {
  const own = findOwn(checked);
  const ownYear = checked.reading.fields.year?.value ?? own?.year;
  return checked.contents.comparables.flatMap((one) => [
    ...askYear(one, ownYear),
    ...(own === undefined ? [] : askTrim(checked, one, own.trims)),
  ]);
}

function askYear(one: ReportComparable, ownYear: number | undefined): Found[] {
  const year = printedYear(one);
  if (one.description === undefined || year === undefined || ownYear === undefined || year === ownYear) return [];
  return [
    {
      kind: 'worth_asking',
      code: 'other_year',
      about: String(one.number),
      quoted: [quoteText(numbered(one, 'Description'), one.description)],
      values: { number: String(one.number), printed: String(year), other: String(ownYear) },
    },
  ];
}

/** The data lists too few trims for some models, so this is a question and not a contradiction. */
function askTrim(checked: CheckedContents, one: ReportComparable, ownTrims: readonly string[]): Found[] {
  const found = findTheirs(checked, one);
  const trims = found?.theirs.trims ?? [];
  if (found === undefined || trims.length === 0 || ownTrims.length === 0) return [];
  if (ownTrims.some((own) => trims.some((theirs) => isSameTrim(own, theirs)))) return [];
  return [
    {
      kind: 'worth_asking',
      code: 'other_trim',
      about: String(one.number),
      quoted: [quoteText(numbered(one, 'VIN'), found.vin)],
      values: { number: String(one.number), printed: trims.join(', '), other: ownTrims.join(', ') },
    },
  ];
}

/** A report does not print how many there are, unless their mean is the base: one may not have been read. */
export function askCount(checked: CheckedContents): Found[] {
  const { comparables } = checked.contents;
  const quoted = comparables.flatMap((one) => {
    const shown = one.adjusted ?? one.price;
    return shown === undefined ? [] : [toFigure(numbered(one, 'Adjusted'), shown)];
  });
  if (comparables.length === 0 || comparables.length >= fewest) return [];
  const doubt = findPlainMean(checked) === undefined ? ({ isDoubtful: true } as const) : {};
  const values = { count: String(comparables.length) };
  return [{ kind: 'worth_asking', code: 'few_comparables', quoted, values, ...doubt }];
}
