import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { FileProblem } from './file-problem.ts';
import type { ZipEntry } from './zip.ts';

/** The text of an entry, piece by piece; more than `maxBytes` of it is refused, whatever the entry says its size is. */
export async function* inflateText({ bytes, deflated }: ZipEntry, maxBytes: number): AsyncGenerator<string> {
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
