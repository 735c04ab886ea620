import type { Draft } from '../contents/family-schemas.ts';
import {
  findAmount,
  isListHeader,
  isMasked,
  isNear,
  joinTexts,
  present,
  readComparableVin,
  rightOfWord,
  textOf,
  toPrintedOrNothing,
  wordsBetween,
  type Found,
  type Precision,
  type Row,
} from '../contents/rules.ts';
import { readDate, readMiles } from '../extraction/rules.ts';
import type { Word } from '../extraction/word-tables.ts';
import { readCccSide, type SideVehicle } from './ccc.ts';
import { readCccGrids, type GridVehicle } from './read-ccc-grids.ts';

type ComparableSections = { readonly data: readonly Row[]; readonly side: readonly Row[] };
type Comparables = { readonly comparables: Draft['comparables']; readonly ownOdometers: readonly Found<number>[] };

/** Comparable vehicles, from grids, lists or both. */
export function readCccComparables(
  { data, side }: ComparableSections,
  { precision, ocr }: { precision: Precision; ocr: boolean },
): Comparables {
  const from = data.findIndex(({ words }) => isListHeader(textOf(words)));
  const { vehicles, ownOdometers } = readCccGrids(from === -1 ? data : data.slice(0, from), precision);
  const people = readCccSide(side);
  const inGrids = vehicles.map((vehicle) =>
    ofGrid(
      vehicle,
      people.find(({ number }) => number === vehicle.number),
      ocr,
    ),
  );
  const inLists = from === -1 ? [] : readCccList(data.slice(from), precision);
  return { comparables: [...inGrids, ...inLists.map((vehicle) => ofList(vehicle, ocr))], ownOdometers };
}

function ofGrid(vehicle: GridVehicle, side: SideVehicle | undefined, ocr: boolean): Draft['comparables'][number] {
  const { listPrice, takePrice } = vehicle;
  const words = side?.description.flatMap((row) => row.words) ?? [];
  const price = takePrice ?? listPrice;
  return present({
    number: vehicle.number,
    description: words.length === 0 ? undefined : toPrintedOrNothing({ value: joinTexts([textOf(words)]), words }, ocr),
    price: toPrintedOrNothing(price, ocr),
    price_kind: price === undefined ? undefined : takePrice === undefined ? ('list' as const) : ('take' as const),
    list_price: takePrice === undefined ? undefined : toPrintedOrNothing(listPrice, ocr),
    vin: toPrintedOrNothing(side?.vin, ocr),
    vin_masked: side?.vin !== undefined && isMasked(side.vin.value),
    odometer: toPrintedOrNothing(vehicle.odometer, ocr),
    distance_miles: toPrintedOrNothing(side?.distance, ocr),
    dated: toPrintedOrNothing(side?.dated, ocr),
    date_kind: side?.dated === undefined ? undefined : ('updated' as const),
    adjustments: vehicle.adjustments.map(({ name, cents }) => present({ name, cents: toPrintedOrNothing(cents, ocr) })),
    adjusted: toPrintedOrNothing(vehicle.adjusted, ocr),
  });
}

function ofList(vehicle: ListVehicle, ocr: boolean): Draft['comparables'][number] {
  const { description: words } = vehicle;
  return present({
    number: vehicle.number,
    description: words.length === 0 ? undefined : toPrintedOrNothing({ value: joinTexts([textOf(words)]), words }, ocr),
    price: toPrintedOrNothing(vehicle.price, ocr),
    price_kind: vehicle.kind,
    vin: toPrintedOrNothing(vehicle.vin, ocr),
    vin_masked: vehicle.vin !== undefined && isMasked(vehicle.vin.value),
    odometer: toPrintedOrNothing(vehicle.odometer, ocr),
    distance_miles: toPrintedOrNothing(vehicle.distance, ocr),
    dated: toPrintedOrNothing(vehicle.dated, ocr),
    date_kind: vehicle.dated === undefined ? undefined : ('updated' as const),
    adjustments: [],
    adjusted: toPrintedOrNothing(vehicle.adjusted, ocr),
  });
}

/** A comparable vehicle as a list shows it. */
type ListVehicle = {
  readonly number: number;
  readonly description: Word[];
  price?: Found<number>;
  kind?: 'list' | 'take';
  odometer?: Found<number>;
  vin?: Found<string>;
  distance?: Found<number>;
  dated?: Found<string>;
  adjusted?: Found<number>;
};

type Columns = { readonly vehicle: number; readonly price: number; readonly adjusted: number };

const maxVehicles = 40;

/** The list of a chapter: each vehicle begins with its number, which may be the last line of the previous page. */
function readCccList(rows: readonly Row[], precision: Precision): ListVehicle[] {
  const vehicles: ListVehicle[] = [];
  const heads = rows.flatMap((row, index) => (isHeader(row) ? [index] : []));
  const columns = columnsOf(rows, heads[0]);
  if (columns === undefined) return [];
  let wrappedVin = false;
  for (const row of rows.slice(heads[0])) {
    if (isHeader(row)) continue;
    const text = textOf(row.words);
    const [, number] = /^Comp (\d{1,2})$/.exec(text) ?? [];
    if (number !== undefined && vehicles.length < maxVehicles) {
      vehicles.push({ number: Number(number), description: [] });
      continue;
    }
    const last = vehicles.at(-1);
    if (last === undefined) continue;
    if (wrappedVin) takeVin(last, row.words);
    readAmounts(last, row, { columns, precision });
    readTexts(last, row, text);
    if (last.vin === undefined && last.odometer === undefined) last.description.push(...middleOf(row, columns));
    wrappedVin = textOf(middleOf(row, columns)).endsWith('VIN:');
  }
  return vehicles;
}

/** The last column's heading has three lines; the others are on one of them. */
const isHeader = ({ words }: Row): boolean => isListHeader(textOf(words));

/** The heading of the last column has three lines; its figures end where it ends. */
function columnsOf(rows: readonly Row[], first: number | undefined): Columns | undefined {
  if (first === undefined) return undefined;
  const head = rows.slice(first, first + 4);
  const labels = head.find(({ words }) => textOf(words).startsWith('Source Vehicle Price'))?.words ?? [];
  const [vehicle, price] = [labels[1], labels[2]];
  const adjusted = head.flatMap(({ words }) => words).find(({ text }) => text === 'Adjusted');
  if (vehicle === undefined || price === undefined || adjusted === undefined) return undefined;
  return { vehicle: vehicle.x, price: rightOfWord(price), adjusted: rightOfWord(adjusted) };
}

/** Words of the middle column; the previous column's text can run up to it. */
const middleOf = (row: Row, { vehicle, price }: Columns): Word[] =>
  wordsBetween(row, vehicle - 3, price - 50).filter((word) => !/^[$(]/.test(word.text));

function readAmounts(
  vehicle: ListVehicle,
  row: Row,
  { columns, precision }: { columns: Columns; precision: Precision },
): void {
  const price = findAmount(row, columns.price, precision);
  const adjusted = findAmount(row, columns.adjusted, precision);
  if (price !== undefined) vehicle.price ??= price;
  if (adjusted !== undefined) vehicle.adjusted ??= adjusted;
  const kind = row.words.find((word) => isNear(rightOfWord(word), columns.price, precision.edge))?.text;
  if (kind === '(List)') vehicle.kind = 'list';
  if (kind === '(Take)') vehicle.kind = 'take';
}

function readTexts(vehicle: ListVehicle, { words }: Row, text: string): void {
  const after = (label: string): Word | undefined => words[words.findIndex((word) => word.text.endsWith(label)) + 1];
  const miles = text.includes('Odometer:') ? after('Odometer:') : undefined;
  const odometer = miles && readMiles(miles.text);
  if (miles !== undefined && odometer !== undefined) vehicle.odometer ??= { value: odometer, words: [miles] };
  if (text.includes('VIN:')) takeVin(vehicle, words);
  const date = text.includes('Updated Date:') ? after('Date:') : undefined;
  const dated = date && readDate(date.text);
  if (date !== undefined && dated !== undefined) vehicle.dated ??= { value: dated, words: [date] };
  const [, distance] = /^(\d{1,4}) Miles From\b/i.exec(text) ?? [];
  if (distance !== undefined) vehicle.distance ??= { value: Number(distance), words: words.slice(0, 2) };
}

/** The VIN can follow its label on the next line. */
function takeVin(vehicle: ListVehicle, words: readonly Word[]): void {
  const word = words.find(({ text }) => readComparableVin(text) !== undefined);
  if (word !== undefined) vehicle.vin ??= { value: word.text, words: [word] };
}
