import { findCell } from '../contents/contents.ts';
import {
  findAmount,
  isMasked,
  isNear,
  readComparableVin,
  rightOfWord,
  textOf,
  type Found,
  type Precision,
  type Row,
} from '../contents/rules.ts';
import { readDate, readMiles, readMoney } from '../extraction/rules.ts';
import type { Word } from '../extraction/word-tables.ts';
import { readBlockAdjustments, type BlockAdjustment } from './mitchell.ts';

/** A comparable vehicle as its own block shows it. */
export type Block = {
  readonly number: number;
  readonly description: Found<string> | undefined;
  readonly kind: 'list' | 'sold';
  readonly price: Found<number> | undefined;
  readonly vin: Found<string> | undefined;
  readonly masked: boolean;
  readonly dated: Found<string> | undefined;
  readonly distance: Found<number> | undefined;
  readonly adjustments: readonly BlockAdjustment[];
  readonly total: Found<number> | undefined;
  readonly adjusted: Found<number> | undefined;
};

const maxBlocks = 40;

/** The blocks of comparable vehicles: each begins with its number and ends where the next begins. */
export function readMitchellBlocks(rows: readonly Row[], precision: Precision): Block[] {
  const heads = rows.flatMap((row, index) => (isHead(row) ? [index] : []));
  return heads.slice(0, maxBlocks).flatMap((start, place) => {
    const head = rows[start];
    return head === undefined ? [] : [readBlock(head, rows.slice(start + 1, heads[place + 1]), precision)];
  });
}

const headEnd = /\b(List|Sold) Price:\s*(\$\s?[\d,]+(?:\.\d\d)?)$/i;

const isHead = ({ words }: Row): boolean =>
  words[0] !== undefined && words[0].x < 70 && /^\d{1,2}$/.test(words[0].text) && headEnd.test(textOf(words));

function readBlock(head: Row, rows: readonly Row[], precision: Precision): Block {
  const [, kind = '', amount = ''] = headEnd.exec(textOf(head.words)) ?? [];
  const price = readMoney(amount);
  const priceAt = head.words.findLastIndex(({ text }) => /^(?:List|Sold)$/i.test(text));
  const description = head.words.slice(1, priceAt);
  const cellOf = (label: string) => findCell(rows, label, precision);
  const vin = cellOf('VIN');
  const date = cellOf('Listing Date');
  const dated = date === undefined ? undefined : readDate(textOf(date));
  const distance = cellOf('Distance from Loss Vehicle');
  const [, miles] = /^(\d{1,4}) miles?$/i.exec(textOf(distance ?? [])) ?? [];
  const number = vin === undefined ? undefined : readComparableVin(textOf(vin));
  return {
    number: Number(head.words[0]?.text),
    description: description.length === 0 ? undefined : { value: textOf(description), words: description },
    kind: /^sold$/i.test(kind) ? 'sold' : 'list',
    price: price === undefined ? undefined : { value: price, words: head.words.slice(priceAt) },
    vin: number === undefined || vin === undefined ? undefined : { value: number, words: vin },
    masked: number !== undefined && isMasked(number),
    dated: dated === undefined || date === undefined ? undefined : { value: dated, words: date },
    distance: miles === undefined || distance === undefined ? undefined : { value: Number(miles), words: distance },
    ...readBlockAdjustments(rows, precision),
  };
}

/** A vehicle as the table shows it. */
export type TableRow = {
  readonly number: number;
  readonly odometer: Found<number> | undefined;
  readonly distance: Found<number> | undefined;
  readonly price: Found<number> | undefined;
  readonly adjusted: Found<number> | undefined;
};

type ComparableTable = {
  readonly rows: readonly TableRow[];
  /** "Base Value:" under the table. */
  readonly base: Found<number> | undefined;
  readonly radius: Found<number> | undefined;
  readonly typicalMileage: Found<number> | undefined;
};

/** More vehicles than any report compares. */
const maxRows = 40;

/** A vehicle takes up to five rows of words; the cells of each are within this distance of its number. */
const reach = 8;

/** The table of comparable vehicles: columns by the edges of their headings, vehicles by their numbers. */
export function readMitchellTable(rows: readonly Row[], precision: Precision): ComparableTable {
  const head = rows.findIndex(({ words }) => {
    const [, behind] = /\bVehicle Description\b(.*)/i.exec(textOf(words)) ?? [];
    return behind !== undefined && /\bAdjusted Value\b/i.test(behind);
  });
  const radius = findMiles(rows, /^Search Radius\b/i);
  const typicalMileage = findMiles(rows, /^Typical Mileage\b/i);
  const header = rows[head];
  if (header === undefined) return { rows: [], base: undefined, radius, typicalMileage };
  const columns = columnsOf(header);
  const below = rows.slice(head + 1);
  const end = below.findIndex(
    ({ words }) => words.some(({ text }) => /^Base$/i.test(text)) && /\bBase Value:/i.test(textOf(words)),
  );
  const table = end === -1 ? below : below.slice(0, end);
  const numbered = table.filter(
    ({ words: [first] }) => first !== undefined && isNear(first.x, columns.number, 3) && /^\d{1,2}$/.test(first.text),
  );
  const baseRow = end === -1 ? undefined : below[end];
  return {
    rows: numbered.slice(0, maxRows).map((row) => readRow(row, table, { columns, precision })),
    base: baseRow && findAmount(baseRow, columns.adjusted, precision),
    radius,
    typicalMileage,
  };
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf({ words }: Row) {
  const find = (text: string): Word | undefined => words.find((word) => word.text.toLowerCase() === text);
  const right = (word: Word | undefined): number => (word === undefined ? 0 : rightOfWord(word));
  const loss = find('loss');
  const last = words.at(-1);
  return {
    number: words[0]?.x ?? 0,
    mileage: right(find('mileage')),
    // Centered below its heading.
    distance: loss === undefined ? 0 : (loss.x + right(words[words.indexOf(loss) + 1])) / 2,
    price: right(find('price')),
    adjusted: right(last),
  };
}

function readRow(
  row: Row,
  table: readonly Row[],
  { columns, precision }: { columns: Columns; precision: Precision },
): TableRow {
  const near = table.filter(({ page, y }) => page === row.page && isNear(y, row.y, reach));
  const amountAt = (right: number) => near.flatMap((one) => findAmount(one, right, precision) ?? [])[0];
  const odometer = row.words.find((word) => isNear(rightOfWord(word), columns.mileage, precision.edge));
  const miles = odometer && readMiles(odometer.text);
  const distance = row.words.findIndex(({ x, text }) => /^\d{1,4}$/.test(text) && isNear(x, columns.distance, 40));
  const unit = row.words[distance + 1];
  return {
    number: Number(row.words[0]?.text),
    odometer: odometer === undefined || miles === undefined ? undefined : { value: miles, words: [odometer] },
    distance:
      distance > 0 && unit !== undefined && /^miles?$/i.test(unit.text)
        ? { value: Number(row.words[distance]?.text), words: row.words.slice(distance, distance + 2) }
        : undefined,
    price: amountAt(columns.price),
    adjusted: amountAt(columns.adjusted),
  };
}

/** A count of miles in a sentence that begins so. */
function findMiles(rows: readonly Row[], start: RegExp): Found<number> | undefined {
  const row = rows.find(({ words }) => start.test(textOf(words)));
  const index =
    row?.words.findIndex(({ text }, at) => /^[\d,]+$/.test(text) && /^miles\b/i.test(row.words[at + 1]?.text ?? '')) ??
    -1;
  const word = row?.words[index];
  const value = word && readMiles(word.text);
  return word === undefined || value === undefined ? undefined : { value, words: [word] };
}
