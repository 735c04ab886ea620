import { isSameMake, mayBeSameModel, computeCheckDigit } from '#modules/vehicles';
import { miles, quote, quoteMiles, quoteText, sumOf, toFigure, type Figure, type Quoted } from './figure-rules.ts';
import type { CheckedContents, CheckedReport, Found } from './finding-facts.ts';
import { checkSum } from './sum-rules.ts';

const oneDollar = 100;

type Row = CheckedContents['contents']['condition'][number];

const figuresOf = (rows: readonly Row[]): Figure[] =>
  rows.flatMap(({ component, cents }) => (cents === undefined ? [] : [toFigure(component, cents)]));

/** The components, their total and the line of the sum; rows without a grade are repairs, with their own line. */
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
  // A line of zero means that there were none.
  if (line === undefined || line.cents.value === 0 || parts.length === 0) return [];
  const printed = toFigure(line.label, line.cents);
  // Prices of repairs have no sign, whichever the line of the sum has.
  const sign = Math.sign(sumOf(parts)) * Math.sign(printed.cents) < 0 ? -1 : 1;
  const signed = parts.map((part) => ({ ...part, cents: sign * part.cents }));
  return checkSum({ code: 'refurbishment_rows', parts: signed, printed, toleranceCents: oneDollar });
}

/** People round mileage from memory; a difference that changes a price is larger. */
const roundedMiles = 1000;

/** Compares the printed facts with those of our file from other sources. */
export function checkFile({ reading: { fields }, filed }: CheckedReport): Found[] {
  const { vin } = fields;
  // A report about another vehicle contradicts the file in everything; one finding says so.
  if (vin !== undefined && filed.vin !== undefined && isOther(vin.value, filed.vin))
    return [differs('case_vin', quoteText('VIN', vin), filed.vin)];
  const { year, make, model, trim, odometer, date_of_loss: lossDay } = fields;
  return [
    ...(year === undefined || filed.year === undefined || year.value === filed.year
      ? []
      : [differs('case_year', quote('Year', year, String(year.value)), String(filed.year))]),
    ...(make === undefined || filed.make === undefined || isSameMake(make.value, filed.make)
      ? []
      : [differs('case_make', quoteText('Make', make), filed.make)]),
    ...(model === undefined || filed.model === undefined || mayBeSameModel(model.value, filed.model)
      ? []
      : [differs('case_model', quoteText('Model', model), filed.model)]),
    ...(trim === undefined || filed.trim === undefined || isSameTrim(trim.value, filed.trim)
      ? []
      : [differs('case_trim', quoteText('Trim', trim), filed.trim)]),
    ...(odometer === undefined ||
    filed.odometer === undefined ||
    Math.abs(odometer.value - filed.odometer) <= roundedMiles
      ? []
      : [differs('case_odometer', quoteMiles('Odometer', odometer), miles(filed.odometer))]),
    ...(lossDay === undefined || filed.date_of_loss === undefined || lossDay.value === filed.date_of_loss
      ? []
      : [differs('case_date_of_loss', quoteText('Loss date', lossDay), filed.date_of_loss)]),
  ];
}

const differs = (code: Found['code'], quoted: Quoted, other: string): Found => ({
  kind: 'printed_fact',
  code,
  quoted: [quoted],
  values: { printed: quoted.mark.printed, other },
});

const isOther = (printed: string, filed: string): boolean =>
  filed.toUpperCase() !== printed && computeCheckDigit(filed.toUpperCase()) === 'right';

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** "LE" and "LE Sedan" are the same; so is a name that differs in signs alone. */
export const isSameTrim = (one: string, other: string): boolean => {
  const [first, second] = [keyOf(one), keyOf(other)];
  return first.startsWith(second) || second.startsWith(first);
};
