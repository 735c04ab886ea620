import { FileProblem } from './file-problem.ts';
import { inflateText } from './inflate-text.ts';
import { columnOf, decodeXml, listEntries, textOf, type ZipEntry } from './zip.ts';
import { listElements } from './xml.ts';

/** What a workbook may unpack to; texts are in memory, the sheet is not. */
export type WorkbookLimits = { readonly sheetBytes: number; readonly textsBytes: number };

/** A sheet of 200,000 rows. */
const largest: WorkbookLimits = { sheetBytes: 512 * 1_048_576, textsBytes: 64 * 1_048_576 };
const partBytesMax = 1_048_576;
/** Longer than any row. */
const rowMax = 1_048_576;
const cellsMax = 200;
/** Of Excel itself. Rows come in their order, so that few bytes do not make many empty rows. */
const rowNumberMax = 1_048_576;
/** Rows that a sheet skips are empty; more of them in one place is no table. */
const gapMax = 1000;

/** The records of a workbook's first sheet, some at a time; formulas count as the value that was last computed. */
export async function* readWorkbook(
  workbook: Buffer,
  { sheetBytes, textsBytes }: WorkbookLimits = largest,
): AsyncGenerator<string[][]> {
  const entries = new Map(listEntries(workbook).map((entry) => [entry.name, entry]));
  const sheet = entries.get(await findFirstSheet(entries));
  if (sheet === undefined) throw new FileProblem('damaged_workbook');
  const texts = await readTexts(entries.get('xl/sharedStrings.xml'), textsBytes);
  let rest = '';
  let last = 0;
  for await (const piece of inflateText(sheet, sheetBytes)) {
    rest += piece;
    const end = rest.lastIndexOf('</row>');
    if (end < 0 && rest.length > rowMax) throw new FileProblem('row_too_long');
    if (end < 0) continue;
    const records: string[][] = [];
    for (const { head, body } of listElements(rest.slice(0, end + 6), 'row')) {
      const number = Number(/\br="(\d{1,7})"/.exec(head)?.[1] ?? last + 1);
      if (number <= last || number > rowNumberMax) throw new FileProblem('damaged_workbook');
      if (number - last - 1 > gapMax) throw new FileProblem('too_many_empty_rows');
      for (let empty = last + 1; empty < number; empty += 1) records.push([]);
      records.push(readCells(body, texts));
      last = number;
    }
    rest = rest.slice(end + 6);
    yield records;
  }
}

/** By the workbook's own list; files of other programs call their sheets otherwise. */
async function findFirstSheet(entries: ReadonlyMap<string, ZipEntry>): Promise<string> {
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
async function readTexts(entry: ZipEntry | undefined, maxBytes: number): Promise<string[]> {
  const texts: string[] = [];
  if (entry === undefined) return texts;
  let rest = '';
  for await (const piece of inflateText(entry, maxBytes)) {
    rest += piece;
    const end = rest.lastIndexOf('</si>');
    if (end < 0 && rest.length > rowMax) throw new FileProblem('row_too_long');
    if (end < 0) continue;
    for (const { body } of listElements(rest.slice(0, end + 5), 'si')) texts.push(withoutBlank(textOf(body)));
    rest = rest.slice(end + 5);
  }
  return texts;
}

/** A long blank text is nothing; each cell that refers to it would be looked through again. */
const withoutBlank = (text: string): string => (text.trim() === '' ? '' : text);

function readCells(row: string, texts: readonly string[]): string[] {
  const cells: string[] = [];
  let characters = 0;
  for (const { head, body } of listElements(row, 'c')) {
    const column = columnOf(/\br="([A-Z]{1,3}\d{1,7})"/.exec(head)?.[1] ?? '') ?? cells.length;
    if (column >= cellsMax) continue;
    while (cells.length <= column) cells.push('');
    const text = readCell(head, body, texts);
    // A long text that is stored once can be in every cell.
    characters += text.length;
    if (characters > rowMax) throw new FileProblem('row_too_long');
    cells[column] = text;
  }
  return cells;
}

function readCell(head: string, body: string, texts: readonly string[]): string {
  const type = /\bt="(\w+)"/.exec(head)?.[1];
  if (type === 'inlineStr') return textOf(body);
  const value = decodeXml(listElements(body, 'v')[0]?.body ?? '');
  return type === 's' ? (texts[Number(value)] ?? '') : value;
}
