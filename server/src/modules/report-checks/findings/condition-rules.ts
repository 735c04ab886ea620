import type { CheckedContents, Found } from './finding-facts.ts';
import { sumOf, toFigure, type Figure } from './figure-rules.ts';
import { checkSum } from './sum-rules.ts';

const oneDollar = 100;

type Row = CheckedContents['contents']['condition'][number];

const figuresOf = (rows: readonly Row[]): Figure[] =>
  rows.flatMap(({ component, cents }) => (cents === undefined ? [] : [toFigure(component, cents)]));

/** The components, their total and the line of the sum; rows without a grade are repairs, with a line of their own. */
export function checkCondition(checked: CheckedContents): Found[] {
  const { sum, condition, condition_total: total } = checked.contents;
  const line = sum.find(({ name }) => name === 'condition');
  const all = figuresOf(condition);
  const graded = figuresOf(condition.filter(({ grade }) => grade !== undefined));
  const toleranceCents = checked.reading.vendor === 'ccc' ? oneDollar : Math.max(1, all.length);
  const printed = total === undefined ? undefined : toFigure('Condition', total);
  const ofSum = line && toFigure(line.label, line.cents);
  const target = printed ?? ofSum;
  return [
    ...(target === undefined ? [] : checkRows({ target, graded, all, toleranceCents })),
    ...(printed === undefined || ofSum === undefined
      ? []
      : checkSum({ code: 'condition_line', parts: [printed], printed: ofSum, toleranceCents })),
    ...checkRefurbishment(checked),
  ];
}

type Rows = {
  readonly target: Figure;
  readonly graded: readonly Figure[];
  readonly all: readonly Figure[];
  readonly toleranceCents: number;
};

/** Whether repairs belong to the total is not the same in every report, so either sum will do. */
function checkRows({ target, graded, all, toleranceCents }: Rows): Found[] {
  const parts = graded.length === 0 ? all : graded;
  if (parts.length === 0 || Math.abs(sumOf(all) - target.cents) <= toleranceCents) return [];
  return checkSum({ code: 'condition_rows', parts, printed: target, toleranceCents });
}

function checkRefurbishment({ contents: { sum, condition } }: CheckedContents): Found[] {
  const line = sum.find(({ name }) => name === 'refurbishment');
  const parts = figuresOf(condition.filter(({ grade }) => grade === undefined));
  // A line of nothing says that there were none.
  if (line === undefined || line.cents.value === 0 || parts.length === 0) return [];
  const printed = toFigure(line.label, line.cents);
  // Prices of repairs have no sign, whichever the line of the sum has.
  const sign = Math.sign(sumOf(parts)) * Math.sign(printed.cents) < 0 ? -1 : 1;
  const signed = parts.map((part) => ({ ...part, cents: sign * part.cents }));
  return checkSum({ code: 'refurbishment_rows', parts: signed, printed, toleranceCents: oneDollar });
}
