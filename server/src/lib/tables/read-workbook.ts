import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { FileProblem } from './file-problem.ts';
import { listElements } from './xml.ts';
import { columnOf, decodeXml, listEntries, textOf, type ZipEntry } from './zip.ts';

/** Limits on a workbook's uncompressed size; its texts are in memory, the sheet is not. */
export type WorkbookLimits = { readonly sheetBytes: number; readonly textsBytes: number };

/** A sheet of 200,000 rows. */
const largest: WorkbookLimits = { sheetBytes: 512 * 1_048_576, textsBytes: 64 * 1_048_576 };
const partBytesMax = 1_048_576;
/** Longer than any row. */
const rowMax = 1_048_576;
const cellsMax = 200;
/** More cells than a sheet of Excel has columns. */
const elementsMax = 16_385;
/** Excel's own limit. Rows are in order, so that few bytes cannot become many empty rows. */
const rowNumberMax = 1_048_576;
/** Skipped rows are empty; a longer gap means that it is not a table. */
const gapMax = 1000;

/** The records of a workbook's first sheet, in batches; a formula counts as its last computed value. */
export async function* readWorkbook(workbook: Buffer, limits: WorkbookLimits = largest): AsyncGenerator<string[][]> {
  const entries = listEntriesByName(workbook);
  const texts = new SharedTexts();
  for await (const text of readTexts(entries, limits)) texts.add(text);
  yield* readRows(entries, limits, (index) => texts.at(index));
}

/** The first records, keeping only the shared texts that their cells use. */
export async function readFirstRecords(
  workbook: Buffer,
  most: number,
  limits: WorkbookLimits = largest,
): Promise<string[][]> {
  const entries = listEntriesByName(workbook);
  const wanted = new Map<number, string>();
  const note = (index: number) => {
    wanted.set(index, '');
    return '';
  };
  await takeRows(readRows(entries, limits, note), most);
  const last = Math.max(-1, ...wanted.keys());
  let index = 0;
  if (last >= 0)
    for await (const text of readTexts(entries, limits)) {
      if (wanted.has(index)) wanted.set(index, text);
      if (index === last) break;
      index += 1;
    }
  return takeRows(
    readRows(entries, limits, (at) => wanted.get(at) ?? ''),
    most,
  );
}

async function takeRows(batches: AsyncIterable<string[][]>, most: number): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of batches) {
    rows.push(...batch.slice(0, most - rows.length));
    // Never the whole sheet: uncompressed, it is too large for memory.
    if (rows.length >= most) break;
  }
  return rows;
}

type Entries = ReadonlyMap<string, ZipEntry>;

const listEntriesByName = (workbook: Buffer): Entries =>
  new Map(listEntries(workbook).map((entry) => [entry.name, entry]));

async function* readRows(
  entries: Entries,
  { sheetBytes }: WorkbookLimits,
  sharedText: (index: number) => string,
): AsyncGenerator<string[][]> {
  const sheet = entries.get(await findFirstSheet(entries));
  if (sheet === undefined) throw new FileProblem('damaged_workbook');
  let last = 0;
  for await (const rows of splitAfter('</row>', inflateText(sheet, sheetBytes))) {
    const records: string[][] = [];
    for (const { head, body } of listElements(rows, 'row')) {
      const number = Number(/\br="(\d{1,7})"/.exec(head)?.[1] ?? last + 1);
      if (number <= last || number > rowNumberMax) throw new FileProblem('damaged_workbook');
      if (number - last - 1 > gapMax) throw new FileProblem('too_many_empty_rows');
      for (let empty = last + 1; empty < number; empty += 1) records.push([]);
      records.push(readCells(body, sharedText));
      last = number;
    }
    yield records;
  }
}

/** The text up to the last of these marks, then up to the last one in the next pieces; text after the very last mark is dropped. */
async function* splitAfter(mark: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held: string[] = [];
  let heldLength = 0;
  // A mark can begin in one piece and end in the next. Each piece is searched once.
  let seam = '';
  for await (const piece of pieces) {
    const at = (seam + piece).lastIndexOf(mark);
    const end = at < 0 ? 0 : at + mark.length - seam.length;
    if (end > 0) {
      yield held.join('') + piece.slice(0, end);
      held = [];
      heldLength = 0;
    }
    held.push(piece.slice(end));
    heldLength += piece.length - end;
    if (heldLength > rowMax) throw new FileProblem('row_too_long');
    seam = (end > 0 ? piece.slice(end) : seam + piece).slice(1 - mark.length);
  }
}

/** By the workbook's own list, because other programs name their sheet files differently. */
async function findFirstSheet(entries: Entries): Promise<string> {
  const [book, links] = await Promise.all([
    readPart(entries.get('xl/workbook.xml')),
    readPart(entries.get('xl/_rels/workbook.xml.rels')),
  ]);
  const [id] = listElements(book, 'sheet').flatMap(({ head }) => /\br:id="([^"]{1,100})"/.exec(head)?.[1] ?? []);
  const link = listElements(links, 'Relationship').find(({ head }) => head.includes(`Id="${id}"`));
  const target = /\bTarget="([^"]{1,200})"/.exec(link?.head ?? '')?.[1] ?? 'worksheets/sheet1.xml';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function readPart(entry: ZipEntry | undefined): Promise<string> {
  let text = '';
  if (entry !== undefined) for await (const piece of inflateText(entry, partBytesMax)) text += piece;
  return text;
}

/** Texts that cells refer to by number. */
async function* readTexts(entries: Entries, { textsBytes }: WorkbookLimits): AsyncGenerator<string> {
  const entry = entries.get('xl/sharedStrings.xml');
  if (entry === undefined) return;
  for await (const texts of splitAfter('</si>', inflateText(entry, textsBytes)))
    for (const { body } of listElements(texts, 'si')) yield withoutBlank(textOf(body));
}

/** Stores millions of short texts in blocks: as separate strings they would take ten times the memory. */
class SharedTexts {
  readonly #blocks: { readonly text: string; readonly ends: Uint32Array }[] = [];
  #open: string[] = [];

  add(text: string): void {
    this.#open.push(text);
    if (this.#open.length < blockTexts) return;
    let end = 0;
    const ends = Uint32Array.from(this.#open, ({ length }) => (end += length));
    this.#blocks.push({ text: this.#open.join(''), ends });
    this.#open = [];
  }

  at(index: number): string {
    const block = this.#blocks[Math.floor(index / blockTexts)];
    const place = index % blockTexts;
    if (block === undefined) return this.#open[index - this.#blocks.length * blockTexts] ?? '';
    return block.text.slice(place === 0 ? 0 : block.ends[place - 1], block.ends[place]);
  }
}

const blockTexts = 1024;

/** A long blank text becomes empty; otherwise each cell that refers to it would scan it again. */
const withoutBlank = (text: string): string => (text.trim() === '' ? '' : text);

function readCells(row: string, sharedText: (index: number) => string): string[] {
  const cells: string[] = [];
  let characters = 0;
  const elements = listElements(row, 'c', elementsMax);
  if (elements.length === elementsMax) throw new FileProblem('row_too_long');
  for (const { head, body } of elements) {
    const column = columnOf(/\br="([A-Z]{1,3}\d{1,7})"/.exec(head)?.[1] ?? '') ?? cells.length;
    if (column >= cellsMax) continue;
    while (cells.length <= column) cells.push('');
    const text = readCell(head, body, sharedText);
    // A long text that is stored once can be in every cell.
    characters += text.length;
    if (characters > rowMax) throw new FileProblem('row_too_long');
    cells[column] = text;
  }
  return cells;
}

function readCell(head: string, body: string, sharedText: (index: number) => string): string {
  const type = /\bt="(\w+)"/.exec(head)?.[1];
  if (type === 'inlineStr') return textOf(body);
  const value = decodeXml(listElements(body, 'v')[0]?.body ?? '');
  if (type !== 's') return value;
  return /^\d{1,9}$/.test(value) ? sharedText(Number(value)) : '';
}

/** The text of an entry, piece by piece; more than `maxBytes` of it is refused, whatever size the entry declares. */
async function* inflateText({ bytes, deflated }: ZipEntry, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  const chunks: AsyncIterable<Buffer> = deflated
    ? Readable.from([bytes]).pipe(createInflateRaw())
    : (Readable.from([bytes]) as AsyncIterable<Buffer>);
  let total = 0;
  try {
    for await (const chunk of chunks) {
      total += chunk.length;
      if (total > maxBytes) throw new FileProblem('workbook_too_large');
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem('damaged_workbook');
  }
}
