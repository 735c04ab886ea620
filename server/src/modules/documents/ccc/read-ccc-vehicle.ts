import { readDescription, readMake } from '../extraction/vehicle-name-rules.ts';
import { readYear } from '../extraction/value-rules.ts';
import type { FamilyVehicle } from '../contents/family-schemas.ts';
import {
  isNear,
  joinTexts,
  phrasesOf,
  textOf,
  wordsBetween,
  type Found,
  type Precision,
  type Row,
} from '../contents/row-rules.ts';

type VehicleSections = { readonly claim: readonly Row[]; readonly details: readonly Row[] };

/** The details decide; the description on the first page can only confirm or contradict them. */
export function readCccVehicle({ claim, details }: VehicleSections, precision: Precision): FamilyVehicle | undefined {
  const valueOf = (label: string): Found<string> | undefined => findBeside(details, label);
  const model = valueOf('Model');
  if (model === undefined) return undefined;
  const trim = valueOf('Trim');
  const year = readYear(valueOf('Year')?.value ?? '');
  const make = valueOf('Make')?.value;
  const described = readDescription(findDescription(claim, precision));
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const confirmed =
    described === undefined ||
    (described.year === year &&
      (make === undefined || plain(described.make) === plain(readMake(make) ?? make)) &&
      plain(described.rest).startsWith(plain(`${model.value}${trim?.value ?? ''}`)));
  return { year, make, model, trim, certain: confirmed };
}

/** The value right of a label that stands alone before it. */
function findBeside(rows: readonly Row[], label: string): Found<string> | undefined {
  const values = rows.flatMap((row) => {
    const [first, second] = phrasesOf(row);
    return first !== undefined && second !== undefined && textOf(first) === label
      ? [{ value: textOf(second), words: second }]
      : [];
  });
  // Two different values under one label are two vehicles, or none of them is a value.
  return values.every(({ value }) => value === values[0]?.value) ? values[0] : undefined;
}

/** "Loss Vehicle", with the lines that it wraps to. */
function findDescription(rows: readonly Row[], { edge }: Precision): string {
  const start = rows.findIndex(({ words }) => /^Loss Vehicle\b/.test(textOf(words)));
  const value = phrasesOf(rows[start] ?? { words: [] })[1];
  const left = value?.[0]?.x;
  if (value === undefined || left === undefined) return '';
  const further: string[] = [];
  for (const row of rows.slice(start + 1, start + 4)) {
    if (!isNear(row.words[0]?.x ?? 0, left, edge)) break;
    further.push(textOf(wordsBetween(row, left - edge, Infinity)));
  }
  return joinTexts([textOf(value), ...further]);
}
