// Runs in a parser thread: reads a referral file into its rows.
import { readSync } from 'node:fs';
import { detectFormat } from '#lib/tables/detect-format';
import type { Encoding } from '#lib/tables/file-format';
import { FileProblem } from '#lib/tables/file-problem';
import { listContacts } from '#lib/tables/list-contacts';
import { readRecords } from '#lib/tables/read-records';
import type { Upload } from '#platform/http';
import { cellCharactersMax, rowsMax, workbookLimits as limits, type FileKind } from '../referral-files/rules.ts';
import type { NewRow } from '../referral-files/row-store.ts';

type Table = {
  readonly kind: FileKind;
  readonly encoding: Encoding;
  readonly delimiter: string | null;
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** The rows as JSON arrays of `NewRow`, each small enough for one statement. */
  readonly batches: readonly string[];
};

/** Enough for the column names. */
const headBytes = 262_144;
/** A workbook's gaps are empty records, which take time too. */
const recordsMax = rowsMax * 4;
/** More columns than a file may have, because a row may have too many cells; a million of them is not a row. */
const cellsMax = 1000;

/** Characters per batch; as JSON it has at most a few times as many bytes. */
const batchCharacters = 65_536;

export async function parse({ fd, sizeBytes }: Pick<Upload, 'fd' | 'sizeBytes'>): Promise<Table | { problem: string }> {
  try {
    return await readTable(readWhole(fd, sizeBytes));
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.code };
    throw error;
  }
}

async function readTable(bytes: Buffer): Promise<Table> {
  if (bytes.length === 0) throw new FileProblem('empty_file');
  const isUtf8 = isValid(bytes);
  const workbook = () => Promise.resolve(bytes);
  const detected = await detectFormat({ head: bytes.subarray(0, headBytes), isUtf8, workbook, limits });
  const { format, columns } = detected;
  if (format.kind === 'ndjson') throw new FileProblem('not_a_table');
  const batches: string[] = [];
  let rows: NewRow[] = [];
  let rowCount = 0;
  let at = 0;
  let characters = 0;
  let batched = 0;
  for await (const records of readRecords({ format, columns, chunks: chunksOf(bytes), limits })) {
    for (const record of records) {
      at += 1;
      // Includes empty rows: searching a long blank text for a letter takes as long as reading it.
      characters += record.reduce((sum, cell) => sum + cell.length + 1, 0);
      if (characters > cellCharactersMax) throw new FileProblem('table_too_large');
      const used = record.findLastIndex((cell) => cell.trim() !== '') + 1;
      if (at === 1 || used === 0) continue;
      if (rowCount === rowsMax) throw new FileProblem('too_many_rows');
      if (used > cellsMax) throw new FileProblem('row_too_long');
      const kept = record.slice(0, Math.max(used, columns.length));
      const cells = kept.map((cell) => cell.replaceAll('\0', '').toWellFormed());
      rows.push({ rowNumber: at, cells, contacts: listContacts(cells) });
      rowCount += 1;
      if (characters - batched < batchCharacters) continue;
      batches.push(JSON.stringify(rows));
      rows = [];
      batched = characters;
    }
    if (at > recordsMax) throw new FileProblem('too_many_empty_rows');
  }
  if (rowCount === 0) throw new FileProblem('no_rows');
  if (rows.length > 0) batches.push(JSON.stringify(rows));
  const { kind, encoding, delimiter = null } = format;
  return { kind, encoding, delimiter, columns, rowCount, batches };
}

function readWhole(fd: number, sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  let length = 0;
  while (length < sizeBytes) length += readSync(fd, bytes, length, sizeBytes - length, length);
  return bytes;
}

const chunkBytes = 65_536;

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes);
}

function isValid(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
