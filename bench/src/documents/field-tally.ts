// Counts of right, unsure, missing, and certain but wrong readings, per field.
import type { ReportReading } from '@makewhole/server/src/modules/documents/index.ts';
import type { Expected, FieldName, Truth } from '@makewhole/server/test/reports/corpus.ts';
import { printTable } from '#bench/report/report';
import { round } from '#bench/numbers/statistics';

/** What a case is decided by; the bounds apply to these. */
export const mainFields: readonly FieldName[] = [
  'offer_cents',
  'model',
  'trim',
  'odometer',
  'vin',
  'insurer',
  'date_of_loss',
];
const fields: readonly FieldName[] = [...mainFields, 'year', 'make', 'claim_number'];

const short: Partial<Record<FieldName, string>> = {
  offer_cents: 'offer',
  date_of_loss: 'loss date',
  claim_number: 'claim',
};
export const shortName = (field: FieldName): string => short[field] ?? field;

type Verdict = 'right' | 'low' | 'missing' | 'wrong';
type Tally = Record<Verdict, number>;
export type FieldTally = Map<FieldName, Tally>;

const zero = (): Tally => ({ right: 0, low: 0, missing: 0, wrong: 0 });

export const newTally = (): FieldTally => new Map(fields.map((field) => [field, zero()]));

export function countFields(tally: FieldTally, truth: Truth, { fields: read }: ReportReading): void {
  for (const field of fields) {
    const counts = tally.get(field);
    if (counts !== undefined) counts[judge(truth[field], read[field])] += 1;
  }
}

type Read = { readonly value: string | number; readonly confidence: 'high' | 'low' } | undefined;

/** Where nothing can be certain, any reading that is marked unsure is right. */
function judge(expected: Expected, read: Read): Verdict {
  const certain = read?.confidence === 'high';
  if (typeof expected === 'string') return certain ? 'wrong' : 'right';
  if (certain) return letters(read.value) === letters(expected.value) ? 'right' : 'wrong';
  return read === undefined ? 'missing' : 'low';
}

/** A scan may lose the dot of "Co."; letters and digits decide. */
const letters = (value: string | number): string =>
  String(value)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

export function sumTallies(tallies: readonly FieldTally[]): FieldTally {
  const all = newTally();
  for (const tally of tallies)
    for (const [field, counts] of tally) {
      const sum = all.get(field) ?? zero();
      for (const verdict of Object.keys(sum) as Verdict[]) sum[verdict] += counts[verdict];
    }
  return all;
}

export function shareRight(tally: FieldTally, field: FieldName): number {
  const { right, low, missing, wrong } = tally.get(field) ?? zero();
  return round(right / (right + low + missing + wrong), 4);
}

export const countWrong = (tally: FieldTally): number => [...tally.values()].reduce((sum, { wrong }) => sum + wrong, 0);

export function printTallies(tallies: ReadonlyMap<string, FieldTally>): void {
  console.log('right/low/missing/certain and wrong, per layout and field');
  const cell = ({ right, low, missing, wrong }: Tally) => `${right}/${low}/${missing}/${wrong}`;
  const all: [string, FieldTally][] = [...tallies, ['all', sumTallies([...tallies.values()])]];
  printTable(
    ['layout', ...fields.map((field) => shortName(field))],
    all.map(([name, tally]) => [name, ...[...tally.values()].map(cell)]),
  );
}
