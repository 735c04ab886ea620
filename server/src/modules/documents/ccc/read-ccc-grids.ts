import { readMiles } from '../extraction/rules.ts';
import type { Word } from '../extraction/word-tables.ts';
import {
  isNear,
  listAmounts,
  rightOfWord,
  textOf,
  wordsBetween,
  type Found,
  type Precision,
  type Row,
} from '../contents/rules.ts';

/** A comparable vehicle as its column of a grid shows it. */
export type GridVehicle = {
  readonly number: number;
  odometer?: Found<number>;
  listPrice?: Found<number>;
  takePrice?: Found<number>;
  readonly adjustments: { readonly name: string; readonly cents: Found<number> }[];
  adjusted?: Found<number>;
};

type Column = { readonly centre: number; right: number | undefined; readonly vehicle: GridVehicle };
type Grid = { readonly columns: readonly Column[]; inAdjustments: boolean };

/** The loss vehicle's odometer is in the first column. */
type Grids = { readonly vehicles: readonly GridVehicle[]; readonly ownOdometers: readonly Found<number>[] };

const maxGrids = 12;
/** Labels end left of the first column. */
const labelsEnd = 185;
/** Right edges are at most half a column right of its center. */
const halfColumn = 29;

/** The grids of a chapter, three vehicles each. Columns go by right edge: a cell that is nil is empty. */
export function readCccGrids(rows: readonly Row[], precision: Precision): Grids {
  const grids: Grid[] = [];
  const ownOdometers: Found<number>[] = [];
  for (const row of rows) {
    const header = readHeader(row);
    const last = grids.at(-1);
    // After a page break the header is repeated.
    if (header !== undefined && last?.columns[0]?.vehicle.number !== header.columns[0]?.vehicle.number) {
      if (grids.length >= maxGrids) break;
      grids.push(header);
    } else if (header === undefined && last !== undefined) readRow(last, row, { precision, ownOdometers });
  }
  return { vehicles: grids.flatMap(({ columns }) => columns.map(({ vehicle }) => vehicle)), ownOdometers };
}

/** Vehicles are numbered above their columns; a number at the left begins a list. */
function readHeader({ words }: Row): Grid | undefined {
  const columns = words.flatMap((word, index): Column[] => {
    const next = words[index + 1];
    if (word.text !== 'Comp' || word.x < labelsEnd || next === undefined || !/^\d{1,2}$/.test(next.text)) return [];
    const vehicle = { number: Number(next.text), adjustments: [] };
    return [{ centre: (word.x + rightOfWord(next)) / 2, right: undefined, vehicle }];
  });
  return columns.length === 0 ? undefined : { columns, inAdjustments: false };
}

type Reading = { readonly precision: Precision; readonly ownOdometers: Found<number>[] };

function readRow(grid: Grid, row: Row, { precision, ownOdometers }: Reading): void {
  const label = textOf(wordsBetween(row, 0, labelsEnd).filter(({ text }) => !/^[-+$]|^\d/.test(text)));
  if (label === 'Odometer') {
    for (const word of row.words) readOdometer(grid, word, ownOdometers);
    return;
  }
  if (label === 'Adjustments:') grid.inAdjustments = true;
  const amounts = listAmounts(row, precision);
  for (const amount of amounts) {
    const column = columnOf(grid, amount.right, precision);
    if (column === undefined) continue;
    const { vehicle } = column;
    if (label === 'List Price') {
      vehicle.listPrice = amount;
      column.right = amount.right;
    } else if (label === 'Take Price') vehicle.takePrice = amount;
    else if (label === 'Adjusted Comparable Value') vehicle.adjusted = amount;
    else if (grid.inAdjustments && label !== '') vehicle.adjustments.push({ name: withoutMark(label), cents: amount });
  }
  if (label === 'Adjusted Comparable Value') grid.inAdjustments = false;
}

/** A footnote mark is not part of the name. */
const withoutMark = (label: string): string => label.replace(/(?<!\s)\s*(?<![¹²³⁴*\d])[¹²³⁴*\d]+$/, '');

/** By the right edge of the column's list price; before that is known, by the column's center. */
function columnOf({ columns }: Grid, right: number, { edge }: Precision): Column | undefined {
  return columns.find((column) =>
    column.right === undefined
      ? right > column.centre && right - column.centre <= halfColumn
      : isNear(column.right, right, edge),
  );
}

function readOdometer({ columns }: Grid, word: Word, ownOdometers: Found<number>[]): void {
  const miles = readMiles(word.text);
  const centre = (word.x + rightOfWord(word)) / 2;
  if (miles === undefined) return;
  if (centre < (columns[0]?.centre ?? 0) - halfColumn) ownOdometers.push({ value: miles, words: [word] });
  const column = columns.find((one) => isNear(one.centre, centre, halfColumn / 2));
  if (column !== undefined) column.vehicle.odometer = { value: miles, words: [word] };
}
