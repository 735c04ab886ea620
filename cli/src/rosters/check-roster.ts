import type { EnrollmentRequest } from '@makewhole/sdk';
import { CommandFailed } from '../command-failed.ts';
import { cleanText } from '../print.ts';
import { Columns, requiredFields, type ChosenColumns, type RosterField } from './columns.ts';
import { readRecords, type Cell, type FileRecord } from './read-records.ts';
import { findProblem, toRow } from './row-rules.ts';

export type RosterIssue = {
  readonly line: number;
  /** From 1; null if it concerns the whole row. */
  readonly column: number | null;
  readonly column_name: string | null;
  readonly field: RosterField | null;
  readonly level: 'error' | 'warning';
  readonly message: string;
};

export type CheckedRoster = {
  readonly rows: number;
  readonly errors: number;
  readonly warnings: number;
  readonly columns: readonly { readonly column: string; readonly field: RosterField | null }[];
};

export type RosterFile = { readonly file: string; readonly chosen: ChosenColumns };

/** Reads the file once. Each issue is reported as it is found, and contains no personal data. */
export async function checkRoster(
  { file, chosen }: RosterFile,
  onIssue: (issue: RosterIssue) => void,
  onRow: (rows: number) => void = () => {},
): Promise<CheckedRoster> {
  const columns = new Columns(chosen);
  const firstLines = new Map<string, number>();
  const counts = { error: 0, warning: 0 };
  let rows = 0;
  for await (const record of readRecords(file)) {
    const cells = toCells(record, columns);
    if (rows === 0) requireColumns(columns, record);
    rows += 1;
    for (const issue of [...listIssues(record, cells), ...listRepeated(record, cells, firstLines)]) {
      counts[issue.level] += 1;
      onIssue(issue);
    }
    onRow(rows);
  }
  if (rows === 0) throw new CommandFailed(1, 'The file has no rows.');
  return { rows, errors: counts.error, warnings: counts.warning, columns: columns.list() };
}

/** The rows as they are sent; reads the file anew each time. */
export async function* readRows(
  { file, chosen }: RosterFile,
  onRow: (rows: number) => void = () => {},
): AsyncGenerator<EnrollmentRequest, void> {
  const columns = new Columns(chosen);
  let rows = 0;
  for await (const record of readRecords(file)) {
    const cells = toCells(record, columns);
    yield toRow(new Map([...cells].map(([field, { text }]) => [field, text])));
    onRow((rows += 1));
  }
}

/** The lines of rows, counted from 0 as the service counts them. */
export async function findLines(file: string, places: ReadonlySet<number>): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  let place = 0;
  for await (const { line } of readRecords(file)) {
    if (places.has(place)) found.set(place, line);
    if (found.size === places.size) break;
    place += 1;
  }
  return found;
}

type Cells = ReadonlyMap<RosterField, Cell>;

function toCells({ cells }: FileRecord, columns: Columns): Cells {
  const found = new Map<RosterField, Cell>();
  for (const cell of cells) {
    const field = columns.fieldOf(cell.column);
    const text = cell.text.trim();
    if (field !== undefined && text !== '') found.set(field, { ...cell, text });
  }
  return found;
}

function requireColumns(columns: Columns, { cells }: FileRecord): void {
  const has = new Set(columns.list().map(({ field }) => field));
  const missing = requiredFields.filter((field) => !has.has(field));
  const absent = columns.missing();
  const names = cells.map(({ column }) => `"${cleanText(column).slice(0, 60)}"`).join(', ');
  if (absent.length > 0)
    throw new CommandFailed(1, `--map names "${cleanText(absent[0] ?? '')}", and the file has ${names}.`);
  if (missing.length > 0)
    throw new CommandFailed(
      1,
      `No column was recognized as ${missing.join(', ')}. Specify it with --map "<column>=${missing[0]}". The file has ${names}.`,
    );
}

function listIssues({ line, problem }: FileRecord, cells: Cells): RosterIssue[] {
  const whole = { line, column: null, column_name: null, level: 'error' } as const;
  if (problem !== undefined) return [{ ...whole, field: null, message: problem }];
  const absent = requiredFields
    .filter((field) => !cells.has(field))
    .map((field) => ({ ...whole, field, message: `has no ${field}` }));
  const wrong = [...cells].flatMap(([field, cell]) => {
    const found = findProblem(field, cell.text);
    return found === undefined ? [] : [{ line, ...placeOf(cell), field, ...found }];
  });
  return [...absent, ...wrong];
}

const placeOf = ({ place, column }: Cell) => ({ column: place + 1, column_name: cleanText(column).slice(0, 60) });

function listRepeated({ line }: FileRecord, cells: Cells, firstLines: Map<string, number>): RosterIssue[] {
  const cell = cells.get('vehicle.vin');
  if (cell === undefined) return [];
  const vin = cell.text.toUpperCase();
  const first = firstLines.get(vin);
  if (first === undefined) {
    firstLines.set(vin, line);
    return [];
  }
  const message = `has the VIN of line ${first}, which ends in ${vin.slice(-4)}`;
  return [{ line, ...placeOf(cell), field: 'vehicle.vin', level: 'error', message }];
}
