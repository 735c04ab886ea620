import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { FileFormat } from './file-format.ts';
import { CsvRecords } from './csv-records.ts';
import { JsonRecords } from './json-records.ts';
import { readWorkbook, type WorkbookLimits } from './read-workbook.ts';

type ReadRecords = {
  readonly format: FileFormat;
  /** For JSON rows: which members are the cells. */
  readonly columns: readonly string[];
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly limits?: WorkbookLimits | undefined;
};

/**
 * A file's records in batches: cells as text, an empty record for an empty row. Only the current chunk of a text is in
 * memory; a workbook is there completely, compressed, which its size limit bounds.
 */
export async function* readRecords({ format, columns, chunks, limits }: ReadRecords): AsyncGenerator<string[][]> {
  if (format.kind === 'xlsx') {
    yield* readWorkbook(await buffer(Readable.from(chunks)), limits);
    return;
  }
  const records = format.kind === 'csv' ? new CsvRecords(format.delimiter ?? ',') : new JsonRecords(columns);
  // It removes the byte order mark.
  const decoder = new TextDecoder(format.encoding);
  for await (const chunk of chunks) yield records.write(decoder.decode(chunk, { stream: true }));
  yield records.write(decoder.decode());
  yield records.end();
}
