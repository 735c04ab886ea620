import type { ReportComparable } from '#modules/documents';
import type { CheckedContents, Found } from './finding-facts.ts';
import { addition, dollars, isFigure, sumOf, toFigure, type Figure } from './figure-rules.ts';
import { checkSum } from './sum-rules.ts';

const oneDollar = 100;

export const numbered = ({ number }: ReportComparable, label: string): string => `Comp ${number}: ${label}`;

const priceLabels = { list: 'List Price', sold: 'Sold Price', take: 'Take Price' } as const;

export const adjustedOf = (one: ReportComparable): Figure | undefined =>
  one.adjusted && toFigure(numbered(one, 'Adjusted'), one.adjusted);

/** Each comparable on its own: its price, the adjustments, and their total. */
export const checkComparables = (checked: CheckedContents): Found[] =>
  checked.contents.comparables.flatMap((one) => checkComparable(checked, one));

function checkComparable({ reading }: CheckedContents, one: ReportComparable): Found[] {
  const amounts = one.adjustments.flatMap(({ name, cents }) =>
    cents === undefined ? [] : [toFigure(numbered(one, name), cents)],
  );
  const total = one.adjustments_total && toFigure(numbered(one, 'Total Adjustments'), one.adjustments_total);
  const price = one.price && toFigure(numbered(one, priceLabels[one.price_kind ?? 'list']), one.price);
  const adjusted = adjustedOf(one);
  const toleranceCents = reading.vendor === 'ccc' ? oneDollar : amounts.length + 1;
  const common = { about: String(one.number), toleranceCents, values: { number: String(one.number) } };
  // A list prints no adjustments at all: they are then unknown, not zero.
  const moves = total === undefined ? amounts : [total];
  return [
    ...(total === undefined || amounts.length === 0
      ? []
      : checkSum({ ...common, code: 'comparable_total', parts: amounts, printed: total })),
    ...(price === undefined || adjusted === undefined || moves.length === 0
      ? []
      : checkSum({ ...common, code: 'comparable_sum', parts: [price, ...moves], printed: adjusted })),
  ];
}

/** Whether they are numbered from one without gaps; a missing number means that one was not read. */
export const isWhole = ({ contents: { comparables } }: CheckedContents): boolean => {
  const numbers = new Set(comparables.map(({ number }) => number));
  return comparables.every((_one, index) => numbers.has(index + 1));
};

/** The adjusted values of all comparables; undefined where one of them is missing. */
function allAdjusted(checked: CheckedContents): Figure[] | undefined {
  const { comparables } = checked.contents;
  const figures = comparables.map(adjustedOf).filter(isFigure);
  return figures.length > 0 && figures.length === comparables.length && isWhole(checked) ? figures : undefined;
}

const baseOf = ({ contents: { sum } }: CheckedContents): Figure | undefined => {
  const line = sum.find(({ name }) => name === 'base');
  return line && toFigure(line.label, line.cents);
};

/** Mitchell: the base value is the plain mean of the adjusted values, to the cent. */
export function checkBaseMean(checked: CheckedContents): Found[] {
  const [base, values] = [baseOf(checked), allAdjusted(checked)];
  if (checked.reading.vendor !== 'mitchell' || base === undefined || values === undefined) return [];
  const [sum, count] = [sumOf(values), values.length];
  if (Math.abs(sum - base.cents * count) <= count) return [];
  const computed = Math.round(sum / count);
  return [
    {
      kind: 'arithmetic',
      code: 'base_mean',
      quoted: [...values, base],
      arithmetic: `(${addition(values)}) ÷ ${count} = ${dollars(computed)}`,
      movesCents: computed - base.cents,
      values: {
        label: base.mark.label,
        printed: dollars(base.cents),
        computed: dollars(computed),
        count: String(count),
        amount: dollars(Math.abs(computed - base.cents)),
      },
    },
  ];
}

/** The mean of Mitchell's values if it matches the base: only then is the effect of one amount exact. */
export function findPlainMean(checked: CheckedContents): { readonly base: Figure; readonly count: number } | undefined {
  const [base, values] = [baseOf(checked), allAdjusted(checked)];
  const certain = base?.certain === true && values?.every((value) => value.certain) === true;
  if (!certain || checked.reading.vendor !== 'mitchell' || checkBaseMean(checked).length > 0) return undefined;
  return { base, count: values.length };
}

/** CCC: weights are not printed, but no average is below its smallest or above its largest value. */
export function checkBaseRange(checked: CheckedContents): Found[] {
  const [base, values] = [baseOf(checked), allAdjusted(checked)];
  if (checked.reading.vendor !== 'ccc' || base === undefined || values === undefined) return [];
  const ordered = values.toSorted((a, b) => a.cents - b.cents);
  const [least, greatest] = [ordered[0], ordered.at(-1)];
  if (least === undefined || greatest === undefined) return [];
  if (base.cents >= least.cents - oneDollar && base.cents <= greatest.cents + oneDollar) return [];
  return [
    {
      kind: 'arithmetic',
      code: 'base_range',
      quoted: [...values, base],
      arithmetic: `${dollars(least.cents)} – ${dollars(greatest.cents)}`,
      values: {
        label: base.mark.label,
        printed: dollars(base.cents),
        other: dollars(least.cents),
        computed: dollars(greatest.cents),
      },
    },
  ];
}
