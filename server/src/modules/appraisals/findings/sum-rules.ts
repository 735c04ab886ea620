import type { SumLine, SumLineName } from '#modules/documents';
import type { CheckedContents, Found } from './finding-facts.ts';
import { addition, dollars, sumOf, toFigure, type Figure } from './figure-rules.ts';

/** Whole dollars are rounded in the reports of one system. */
const oneDollar = 100;

type Lines = readonly SumLine[];

const figureOf = ({ label, cents, name }: SumLine): Figure => {
  const figure = toFigure(label, cents);
  // A deductible is taken off, with whatever sign it is printed.
  return name === 'deductible' ? { ...figure, cents: -Math.abs(figure.cents) } : figure;
};

const findLine = (lines: Lines, name: SumLineName): SumLine | undefined => lines.find((line) => line.name === name);

export type SumCheck = {
  readonly code: Found['code'];
  readonly about?: string;
  readonly parts: readonly Figure[];
  readonly printed: Figure;
  readonly toleranceCents: number;
  readonly values?: Found['values'];
};

/** A finding where the parts do not give the printed sum. */
export function checkSum({ code, about, parts, printed, toleranceCents, values }: SumCheck): Found[] {
  const computed = sumOf(parts);
  if (Math.abs(computed - printed.cents) <= toleranceCents) return [];
  return [
    {
      kind: 'arithmetic',
      code,
      ...(about === undefined ? {} : { about }),
      quoted: [...parts, printed],
      // A comparison of two figures is not a calculation.
      ...(parts.length === 1 ? {} : { arithmetic: `${addition(parts)} = ${dollars(computed)}` }),
      movesCents: computed - printed.cents,
      values: {
        label: printed.mark.label,
        printed: dollars(printed.cents),
        computed: dollars(computed),
        amount: dollars(Math.abs(computed - printed.cents)),
        ...values,
      },
    },
  ];
}

/** The value before tax: its starting figure and every line in between. */
export function checkOffer({ contents: { sum }, reading }: CheckedContents): Found[] {
  const at = sum.findIndex(({ name }) => name === 'offer');
  const start = findLine(sum, 'valuation') ?? findLine(sum, 'base');
  const offer = sum[at];
  if (offer === undefined || start === undefined) return [];
  const lines = sum.slice(0, at).filter(({ name }) => !['statewide', 'base', 'valuation'].includes(name));
  const parts = [start, ...lines].map(figureOf);
  const toleranceCents = reading.vendor === 'ccc' ? oneDollar : parts.length;
  return checkSum({ code: 'offer_sum', parts, printed: figureOf(offer), toleranceCents });
}

/** From the value to the payment, by way of the sum before the deductible where that is printed. */
export function checkTotal({ contents: { sum } }: CheckedContents): Found[] {
  const at = sum.findIndex(({ name }) => name === 'offer');
  const offer = sum[at];
  if (offer === undefined) return [];
  let start = offer;
  let parts: SumLine[] = [];
  const found: Found[] = [];
  for (const line of sum.slice(at + 1)) {
    if (line.name !== 'before_deductible' && line.name !== 'total') {
      parts.push(line);
      continue;
    }
    const figures = [start, ...parts].map(figureOf);
    found.push(
      ...checkSum({
        code: 'total_sum',
        about: line.name,
        parts: figures,
        printed: figureOf(line),
        toleranceCents: figures.length,
      }),
    );
    start = line;
    parts = [];
  }
  return found;
}

/** One system prints the plain average of two values. */
export function checkValuation({ contents: { sum } }: CheckedContents): Found[] {
  const [statewide, base, valuation] = (['statewide', 'base', 'valuation'] as const).map((name) => findLine(sum, name));
  if (statewide === undefined || base === undefined || valuation === undefined) return [];
  const [one, other, printed] = [figureOf(statewide), figureOf(base), figureOf(valuation)];
  const computed = Math.round((one.cents + other.cents) / 2);
  if (Math.abs(one.cents + other.cents - 2 * printed.cents) <= 2) return [];
  return [
    {
      kind: 'arithmetic',
      code: 'valuation_mean',
      quoted: [one, other, printed],
      arithmetic: `(${addition([one, other])}) ÷ 2 = ${dollars(computed)}`,
      movesCents: computed - printed.cents,
      values: { label: printed.mark.label, printed: dollars(printed.cents), computed: dollars(computed) },
    },
  ];
}

const percent = (thousandths: number): string => `${Number((thousandths / 1000).toFixed(3))}%`;

/** Only where the rate is printed, because we cannot judge what tax is owed. */
export function checkTax({ contents: { sum } }: CheckedContents): Found[] {
  const [offer, tax] = [findLine(sum, 'offer'), findLine(sum, 'tax')];
  if (offer === undefined || tax?.rate_thousandths === undefined) return [];
  const [value, printed] = [figureOf(offer), figureOf(tax)];
  const computed = Math.round((value.cents * tax.rate_thousandths) / 100_000);
  if (Math.abs(computed - printed.cents) <= oneDollar) return [];
  const rate = percent(tax.rate_thousandths);
  return [
    {
      kind: 'arithmetic',
      code: 'tax_rate',
      quoted: [value, printed],
      arithmetic: `${dollars(value.cents)} × ${rate} = ${dollars(computed)}`,
      movesCents: computed - printed.cents,
      values: { other: rate, printed: dollars(printed.cents), computed: dollars(computed) },
    },
  ];
}
