import type { FamilyVehicle, FoundCondition } from '../contents/family-schemas.ts';
import {
  isNear,
  joinTexts,
  listAmounts,
  phrasesOf,
  readComparableVin,
  textOf,
  wordsBetween,
  type Found,
  type Precision,
  type Row,
} from '../contents/rules.ts';
import { readDate, readDescription, readMake, readYear } from '../extraction/rules.ts';

const maxRows = 60;
/** Lines of one cell are thirteen points apart; the next component is further away. */
const wrapHeight = 15;

type Open = {
  group: string | undefined;
  component: string;
  grade: string[];
  cents: FoundCondition['rows'][number]['cents'];
};

/** Condition by component: a row begins with an amount, and its grade may continue below. Notes are not read. */
export function readCccCondition(rows: readonly Row[], precision: Precision): FoundCondition {
  const header = rows.find(({ words }) => isHeader(textOf(words)))?.words ?? [];
  const gradeLeft = header[0]?.x ?? 0;
  const notesLeft = header.find(({ text }) => /^Inspection$/i.test(text))?.x ?? 0;
  const amountLeft = header.find(({ text }) => /^Value$/i.test(text))?.x ?? 0;
  const found: Open[] = [];
  let total: FoundCondition['total'];
  let group: string | undefined;
  let below: { page: number; y: number } | undefined;
  if (notesLeft === 0 || amountLeft === 0) return { rows: [], total };
  for (const row of rows) {
    const text = textOf(row.words);
    if (isHeader(text)) continue;
    const cents = listAmounts(row, precision).find(({ right }) => right > amountLeft);
    if (/^Total Condition Adjustments/i.test(text)) {
      total = cents;
      break;
    }
    const component = textOf(wordsBetween(row, 0, gradeLeft - 3));
    const grade = textOf(wordsBetween(row, gradeLeft - 3, notesLeft - 3));
    const last = found.at(-1);
    const goesOn = below !== undefined && below.page === row.page && row.y - below.y <= wrapHeight;
    if (cents !== undefined && component !== '' && found.length < maxRows)
      found.push({ group, component, grade: grade === '' ? [] : [grade], cents });
    else if (component !== '' && grade === '' && /^[A-Z]+$/.test(component) && !goesOn) group = component;
    else if (goesOn && last !== undefined && grade !== '') last.grade.push(grade);
    below = { page: row.page, y: row.y };
  }
  return {
    rows: found.map(({ grade, ...row }) => ({ ...row, ...(grade.length === 0 ? {} : { grade: joinTexts(grade) }) })),
    total,
  };
}

const isHeader = (text: string): boolean => /^Condition Inspection Notes\b.*\bValue Impact$/i.test(text);

/** The vehicle of a grid's column, as printed next to the grid. Dealers and phone numbers are not read. */
export type SideVehicle = {
  readonly number: number;
  readonly description: readonly Row[];
  vin?: Found<string>;
  distance?: Found<number>;
  dated?: Found<string>;
};

const maxVehicles = 40;
/** A description has two or three lines. */
const descriptionLines = 3;

/** The column next to the grids: each vehicle begins with its number. */
export function readCccSide(rows: readonly Row[]): SideVehicle[] {
  const vehicles: (SideVehicle & { description: Row[] })[] = [];
  for (const row of rows) {
    const text = textOf(row.words);
    const [, number] = /^Comp (\d{1,2})\b/.exec(text) ?? [];
    if (number !== undefined) {
      if (vehicles.length >= maxVehicles) break;
      const [, printed = ''] = /Updated Date: (\S+)/i.exec(text) ?? [];
      const dated = readDate(printed);
      vehicles.push({
        number: Number(number),
        description: [],
        ...(dated === undefined ? {} : { dated: { value: dated, words: row.words.slice(-1) } }),
      });
      continue;
    }
    const last = vehicles.at(-1);
    if (last !== undefined) readDetail(last, row, text);
  }
  return vehicles;
}

function readDetail(vehicle: SideVehicle & { description: Row[] }, row: Row, text: string): void {
  const [, vin = ''] = /^VIN:? (\S+)$/.exec(text) ?? [];
  const [, miles] = /^(\d{1,4}) Miles - /i.exec(text) ?? [];
  const number = readComparableVin(vin);
  if (number !== undefined) vehicle.vin ??= { value: number, words: row.words.slice(-1) };
  else if (miles !== undefined) vehicle.distance ??= { value: Number(miles), words: row.words.slice(0, 2) };
  else if (vehicle.vin === undefined && vehicle.description.length < descriptionLines) vehicle.description.push(row);
}

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

/** The value right of a label that has nothing before it. */
function findBeside(rows: readonly Row[], label: string): Found<string> | undefined {
  const values = rows.flatMap((row) => {
    const [first, second] = phrasesOf(row);
    return first !== undefined && second !== undefined && textOf(first) === label
      ? [{ value: textOf(second), words: second }]
      : [];
  });
  // Two different values under one label belong to two vehicles, or one of them is not a value.
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
