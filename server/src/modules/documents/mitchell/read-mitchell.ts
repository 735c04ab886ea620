import { findCell, findTextValues, readModelCell, readSum, readVehicleLine } from '../contents/contents.ts';
import type { Draft, Evidence, FamilyReading, FamilyVehicle } from '../contents/family-schemas.ts';
import {
  cutSections,
  findAmount,
  listAmounts,
  present,
  textOf,
  toPrintedOrNothing,
  toRows,
  wordsOf,
  type Found,
  type Headings,
  type Precision,
  type Row,
} from '../contents/rules.ts';
import { mitchellSum } from '../contents/sum-data.ts';
import { labelMaps } from '../extraction/label-data.ts';
import { readDate, readMiles } from '../extraction/rules.ts';
import type { Word } from '../extraction/word-tables.ts';
import { readMitchellBlocks, readMitchellTable, type Block, type TableRow } from './read-mitchell-blocks.ts';
import { readMitchellCondition } from './mitchell.ts';

const chapters =
  /^(?:Loss Vehicle (?:Detail|Base Value|Adjustments)|Comparable Vehicles|Comparable Vehicle Information|Condition Adjustments|After ?Market Parts and OEM Equipment Adjustments|Title History Adjustment|Sub-Model Comparison|Valuation Notes|Vehicle Valuation Methodology.*)$/i;

/** Chapters and blocks begin at 28 to 29, further right when a page was made to fit another paper size. */
const headings: Headings = { pattern: chapters, leftMost: 60, alone: Infinity };

type About = { readonly precision: Precision; readonly ocr: boolean };

/** A report laid out as those of Mitchell WorkCenter; undefined when its chapters are missing. */
export function readMitchell(words: readonly Word[], about: About): FamilyReading | undefined {
  const { precision, ocr } = about;
  const rows = toRows(words, precision);
  const summaries = rows.filter((row) => /^Valuation Summary$/i.test(textOf(row.words)));
  const [summary] = summaries;
  const later = words.filter(({ page }) => page !== summary?.page);
  const sections = cutSections(later, headings, precision);
  if (summary === undefined || !sections.some(({ name }) => /^Loss Vehicle /i.test(name))) return undefined;
  // Two reports in one file have two first pages; the labels of both count, so that nothing of either is certain.
  const own = words.filter((word) => summaries.some(({ page, y }) => page === word.page && word.y < y - 12));
  const sumRows = rows.filter(({ page, y }) => page === summary.page && y > summary.y);
  const rowsOf = (name: RegExp): Row[] => toRows(wordsOf(sections, name), precision);
  const table = readMitchellTable(rowsOf(/^(?:Loss Vehicle Base Value|Comparable Vehicle Information)$/i), precision);
  const condition = readMitchellCondition(rowsOf(/^Condition Adjustments$/i), precision);
  const blocks = readMitchellBlocks(rowsOf(/^Comparable Vehicles$/i), precision);
  const odometer = findTextValues(own, labelMaps.mitchell.odometer, readMiles);
  const lines = readSum(sumRows, mitchellSum, about)?.lines ?? [];
  const printed = <T>(found: Found<T> | undefined) => toPrintedOrNothing(found, ocr);
  const draft: Draft = present({
    loss_type: printed(readLossType(findCell(toRows(own, precision), 'Loss Type', precision))),
    report_date: printed(findTextValues(own, [{ pattern: 'Valuation Report Date' }], readDate)),
    sum: [...lines],
    search_radius_miles: printed(table.radius),
    typical_mileage: printed(table.typicalMileage),
    overall_condition: printed(condition.overall),
    typical_condition: printed(condition.typical),
    condition_total: printed(condition.total),
    condition: condition.rows.map((row) => present({ ...row, cents: printed(row.cents) })),
    comparables: toComparables(blocks, table.rows, ocr),
  });
  const evidence: Evidence = {
    family: 'mitchell',
    ownOdometer: odometer?.value,
    ownOdometers: blocks.flatMap(ownOdometersOf),
    callout: readCallout(sumRows, precision),
    tableBase: table.base?.value,
    table: table.rows.map(plainRow),
    parts: readParts(rowsOf(/^After ?Market Parts/i), precision),
    titleHistory: rowsOf(/^Title History Adjustment$/i).flatMap((row) => listAmounts(row, precision))[0]?.value,
  };
  const vehicle = readVehicle(toRows(later, precision), toRows(own, precision), precision);
  return { several: summaries.length > 1, own, vehicle, draft, evidence };
}

/** The loss vehicle's odometer according to a block. */
const ownOdometersOf = ({ adjustments }: Block): number[] =>
  adjustments.flatMap(({ name, own }) => (name === 'Mileage' && own !== undefined ? [readMiles(own) ?? -1] : []));

const plainRow = ({ number, price, odometer, distance, adjusted }: TableRow): Evidence['table'][number] => ({
  number,
  price: price?.value,
  odometer: odometer?.value,
  distance: distance?.value,
  adjusted: adjusted?.value,
});

/** Such as COLLISION or LIABILITY. */
function readLossType(words: readonly Word[] | undefined): Found<string> | undefined {
  const value = textOf(words ?? []);
  return words !== undefined && /^[A-Z][A-Z /-]{3,30}$/.test(value) ? { value, words } : undefined;
}

/** The line before each chapter decides; the cell of the grid can only confirm or contradict it. */
function readVehicle(rows: readonly Row[], own: readonly Row[], precision: Precision): FamilyVehicle | undefined {
  const line = readVehicleLine(rows, precision);
  if (line === undefined) return undefined;
  const { year, make, model, trim, words } = line;
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const cell = readModelCell(own);
  const confirmed = cell === undefined || plain(cell.text).startsWith(plain(`${model}${trim ?? ''}`));
  return {
    year,
    make,
    model: { value: model, words },
    trim: trim === undefined ? undefined : { value: trim, words },
    certain: line.certain && confirmed,
  };
}

/** The large figure next to the sum: its letters are twice as high as any other's. */
function readCallout(rows: readonly Row[], precision: Precision): number | undefined {
  const large = rows.flatMap(({ words }) => words).filter(({ h, text }) => h > 24 && text.includes('$'));
  return large[0] === undefined ? undefined : listAmounts({ words: large.slice(0, 1) }, precision)[0]?.value;
}

function readParts(rows: readonly Row[], precision: Precision): number | undefined {
  const header = rows.find(({ words }) => /\bAdjustment Amount$/i.test(textOf(words)));
  const last = header?.words.at(-1);
  if (last === undefined) return undefined;
  const amounts = rows.flatMap((row) => findAmount(row, last.x + last.w, precision) ?? []);
  return amounts.length === 0 ? undefined : amounts.reduce((sum, { value }) => sum + value, 0);
}

/** A vehicle has a block; where that is not read, only the table's row is known. */
function toComparables(blocks: readonly Block[], table: readonly TableRow[], ocr: boolean): Draft['comparables'] {
  const printed = <T>(found: Found<T> | undefined) => toPrintedOrNothing(found, ocr);
  const rowOf = (number: number) => table.find((row) => row.number === number);
  const others = table.filter(({ number }) => !blocks.some((block) => block.number === number));
  return [
    ...blocks.map((block) =>
      present({
        number: block.number,
        description: printed(block.description),
        price: printed(block.price),
        price_kind: block.kind,
        vin: printed(block.vin),
        vin_masked: block.masked,
        odometer: printed(rowOf(block.number)?.odometer),
        distance_miles: printed(block.distance ?? rowOf(block.number)?.distance),
        dated: printed(block.dated),
        date_kind: block.dated === undefined ? undefined : ('listed' as const),
        adjustments: block.adjustments.map((one) => present({ ...one, cents: printed(one.cents) })),
        adjustments_total: printed(block.total),
        adjusted: printed(block.adjusted),
      }),
    ),
    ...others.map((row) =>
      present({
        number: row.number,
        price: printed(row.price),
        vin_masked: false,
        odometer: printed(row.odometer),
        distance_miles: printed(row.distance),
        adjustments: [],
        adjusted: printed(row.adjusted),
      }),
    ),
  ];
}
