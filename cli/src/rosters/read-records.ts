// Reads the records of a file with the line in which each begins: CSV with any of three delimiters, or NDJSON.
import { createReadStream } from 'node:fs';
import { CommandFailed } from '../command-failed.ts';

export type Cell = { readonly column: string; readonly place: number; readonly text: string };
export type FileRecord = {
  readonly line: number;
  readonly cells: readonly Cell[];
  /** The problem with the record as a whole. */
  readonly problem?: string;
};

type Line = { readonly number: number; readonly text: string };

/** Longer than any row. */
const recordCharactersMax = 1_048_576;
/** Lines per record: an unclosed quote ends here, before its text is scanned too often. */
const recordLinesMax = 1000;

export async function* readRecords(file: string): AsyncGenerator<FileRecord, void> {
  const lines = readLines(file);
  const first = await lines.next();
  if (first.done) throw new CommandFailed(1, 'The file is empty.');
  if (first.value.text.startsWith('PK'))
    throw new CommandFailed(1, 'The file is a workbook or an archive. Save the sheet as CSV.');
  if (first.value.text.trimStart().startsWith('{')) yield* readObjects(first.value, lines);
  else yield* readTable(first.value, lines);
}

/** Without the byte order mark and the line ends. */
async function* readLines(file: string): AsyncGenerator<Line, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let number = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) yield { number: (number += 1), text: text.endsWith('\r') ? text.slice(0, -1) : text };
      if (rest.length > recordCharactersMax)
        throw new CommandFailed(1, `Line ${number + 1} exceeds the maximum row length.`);
    }
    rest += decoder.decode();
  } catch (error) {
    throw asFileProblem(error, file, number);
  }
  if (rest !== '') yield { number: number + 1, text: rest };
}

function asFileProblem(error: unknown, file: string, line: number): unknown {
  if (error instanceof TypeError)
    return new CommandFailed(1, `The file has invalid UTF-8 after line ${line}. Save it as CSV UTF-8.`);
  const { code } = error as { code?: string };
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
    return new CommandFailed(2, `${file} cannot be read: ${code}`);
  return error;
}

async function* readObjects(first: Line, lines: AsyncIterable<Line>): AsyncGenerator<FileRecord, void> {
  yield toObjectRecord(first);
  for await (const line of lines) if (line.text.trim() !== '') yield toObjectRecord(line);
}

function toObjectRecord({ number, text }: Line): FileRecord {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { line: number, cells: [], problem: 'is not a JSON object' };
    return { line: number, cells: flatten(value, '').map((cell, place) => ({ ...cell, place })) };
  } catch {
    return { line: number, cells: [], problem: 'is not JSON' };
  }
}

/** Rows of the API have nested members; a column is then named `vehicle.vin`. */
function flatten(value: object, before: string): { column: string; text: string }[] {
  return Object.entries(value).flatMap(([name, content]: [string, unknown]) => {
    const column = before + name;
    if (typeof content === 'object' && content !== null && before === '') return flatten(content, `${column}.`);
    return [{ column, text: content === null ? '' : String(content) }];
  });
}

const delimiters = [',', ';', '\t'] as const;

async function* readTable(first: Line, lines: AsyncIterable<Line>): AsyncGenerator<FileRecord, void> {
  const counted = delimiters.map((each) => [first.text.split(each).length, each] as const);
  const [, delimiter] = counted.reduce((most, each) => (each[0] > most[0] ? each : most));
  const header = parseRecord(first.text, delimiter)?.map((name) => name.trim());
  if (header === undefined) throw new CommandFailed(1, 'A quotation mark in the first line is never closed.');
  const toRecord = (line: number, texts: readonly string[]): FileRecord => {
    const cells = header.map((column, place) => ({ column, place, text: texts[place] ?? '' }));
    if (texts.length === header.length) return { line, cells };
    return { line, cells, problem: `has ${texts.length} cells, and the first line has ${header.length}` };
  };
  let open: Line | undefined;
  for await (const { number, text } of lines) {
    const record: Line = open === undefined ? { number, text } : { ...open, text: `${open.text}\n${text}` };
    if (number - record.number > recordLinesMax || record.text.length > recordCharactersMax) throw neverClosed(record);
    const cells = parseRecord(record.text, delimiter);
    open = cells === undefined ? record : undefined;
    if (cells !== undefined && record.text.trim() !== '') yield toRecord(record.number, cells);
  }
  if (open !== undefined) throw neverClosed(open);
}

const neverClosed = ({ number }: Line) =>
  new CommandFailed(1, `The row that begins in line ${number} never ends: a quotation mark in it is not closed.`);

/** The cells of one record by RFC 4180; undefined while a quote is open, which a later line may close. */
function parseRecord(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ;) {
    let cell = '';
    if (text[at] === '"') {
      const close = findClose(text, at + 1);
      if (close === undefined) return undefined;
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    }
    const next = text.indexOf(delimiter, at);
    cells.push(cell + text.slice(at, next < 0 ? text.length : next));
    if (next < 0) return cells;
    at = next + delimiter.length;
  }
}

/** The quote that ends a cell: the first that is not doubled. */
function findClose(text: string, from: number): number | undefined {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return undefined;
    if (text[at + 1] !== '"') return at;
  }
}
