import { FileProblem } from './file-problem.ts';
import { listContacts } from './list-contacts.ts';
import { decideEncoding, decideTextFormat, isZip, type FileFormat } from './file-format.ts';
import { readFirstRecords, type WorkbookLimits } from './read-workbook.ts';
import { CsvRecords } from './csv-records.ts';
import { JsonRecords } from './json-records.ts';
import { flatten, parseLine } from './json-lines.ts';

/** The columns of JSON rows: known fields first where members are nested, then the other members of the first rows. */
function listJsonColumns(lines: readonly string[], known: readonly string[]): string[] {
  const columns = new Set<string>();
  for (const line of lines) for (const path of flatten(parseLine(line)).keys()) columns.add(path);
  const isNested = known.some((field) => field.includes('.') && columns.has(field));
  return [...new Set([...(isNested ? known : []), ...columns])].slice(0, columnsMax);
}

export type DetectedFile = {
  readonly format: FileFormat;
  readonly columns: readonly string[];
  readonly samples: readonly (readonly string[])[];
};

/** Sample rows shown for each column. */
const samplesMax = 5;
/** Records of a workbook that are searched for samples; some may be empty. */
const firstMax = 100;
const columnsMax = 200;
const cellShown = 200;
/** Characters of a cell that are inspected: spreading a text of a million characters, for each column, would take a minute. */
const cellRead = 2000;

type Head = {
  readonly head: Buffer;
  /** Whether the complete file is valid UTF-8. */
  readonly isUtf8: boolean;
  /** The complete file, when it is a workbook. */
  readonly workbook: () => Promise<Buffer>;
  readonly limits?: WorkbookLimits | undefined;
  /** Known members of JSON rows, as paths. */
  readonly fields?: readonly string[];
};

/** Determined from the content only; the file's name and declared type are ignored. */
export async function detectFormat({ head, isUtf8, workbook, limits, fields = [] }: Head): Promise<DetectedFile> {
  if (isZip(head)) {
    const records = await readFirstRecords(await workbook(), firstMax, limits);
    return finish({ kind: 'xlsx', encoding: 'utf-8', delimiter: undefined }, records);
  }
  const encoding = decideEncoding(head, isUtf8);
  const decoded = new TextDecoder(encoding).decode(head);
  if (decoded.includes('\0')) throw new FileProblem('not_a_table');
  // Lines of old spreadsheets end with a carriage return only.
  const text = decoded.includes('\n') ? decoded : decoded.replaceAll('\r', '\n');
  const found = decideTextFormat(text);
  const format = { ...found, encoding };
  // The last line of the head may be truncated.
  const whole = text.includes('\n') ? text.slice(0, text.lastIndexOf('\n') + 1) : `${text}\n`;
  if (found.kind === 'ndjson') {
    const columns = listJsonColumns(whole.split('\n', 100), fields);
    const samples = new JsonRecords(columns).write(whole).filter((record) => record.length > 0);
    return finish(format, [columns, ...samples]);
  }
  return finish(format, new CsvRecords(found.delimiter ?? ',').write(whole));
}

function finish(format: FileFormat, records: readonly (readonly string[])[]): DetectedFile {
  const [names, ...rows] = records;
  if (names === undefined || names.every((name) => name.trim() === '')) throw new FileProblem('no_columns');
  if (names.length > columnsMax) throw new FileProblem('too_many_columns');
  const short = (text: string) =>
    [...text.slice(0, cellRead).replaceAll('\0', '').toWellFormed().trim()].slice(0, cellShown).join('');
  const columns = names.map(short);
  // Column names are remembered permanently, so a first row with personal data is never used as names.
  if (columns.some(isOfPerson)) throw new FileProblem('first_row_is_data');
  const samples = rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .slice(0, samplesMax)
    .map((row) => columns.map((_, index) => short(row[index] ?? '')));
  return { format, columns, samples };
}

/** Whether it is a person's address, number or vehicle, and so not a column name. */
const isOfPerson = (name: string): boolean =>
  listContacts([name]).length > 0 || /^(?=.*\d)[A-HJ-NPR-Z0-9]{17}$/i.test(name);
