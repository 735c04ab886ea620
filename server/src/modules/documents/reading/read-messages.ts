import { readSync } from 'node:fs';
import type { Upload } from '#platform/http';
import { readScan } from './reading.ts';
import { readWordTable, type Word } from '../extraction/word-tables.ts';
import { isGarbage } from '../extraction/rules.ts';
import { RefusedFile } from './file-errors.ts';
import { givenFile } from '../jail/jail-data.ts';
import { runConfined } from '../jail/confined-runs.ts';
import type { Confined } from '../jail/run-limited.ts';

type ReadWords = { readonly pages: number; readonly ocr: boolean; readonly words: readonly Word[] };

export type WordReading = { readonly file: Pick<Upload, 'fd' | 'sizeBytes'> } & Pick<Confined, 'signal' | 'reader'>;

/** Damaged, encrypted, or more work than any report takes (D-050 and D-051). */
const unreadable = (why: string) => new RefusedFile(`is unreadable: ${why}`);

/** Reports have their figures on the first pages; the longest seen have about thirty. */
const lastPage = 40;
/** Forty dense pages take half of it. */
const maxBytes = 2 * 1024 * 1024;
/** With fewer words than this on all pages it is a scan with a stamp on it. */
const fewWords = 12;

/** Every word of a PDF with its position; refuses files that are not PDFs, damaged or encrypted. */
export async function readWords({ file, signal, reader }: WordReading): Promise<ReadWords> {
  requirePdf(file);
  const { ok, late, output, complaint } = await runConfined({
    command: 'pdftotext',
    args: ['-tsv', '-l', String(lastPage), givenFile, '-'],
    fd: file.fd,
    // A hundred times what a report takes.
    cpuS: 4,
    wallMs: 30_000,
    maxBytes,
    signal,
    reader,
  });
  signal.throwIfAborted();
  if (/incorrect password/i.test(complaint)) throw unreadable('it is protected by a password');
  // pdftotext continues after this complaint, but no report has such a page tree.
  if (/loop in pages/i.test(complaint)) throw unreadable('its pages go round in circles');
  if (late) throw unreadable('it takes too long to read');
  if (!ok) throw unreadable('it is damaged or not a report');
  const { pages, words } = readWordTable(output.toString('utf8'));
  if (pages === 0) throw unreadable('it has no pages');
  if (words.length >= fewWords && !isGarbage(words)) return { pages, ocr: false, words };
  return { pages, ocr: true, words: await readScan({ file, pages, signal, reader }) };
}

/**
 * Checks the beginning and the end of a PDF (D-050). A truncated file has no end mark, or more of its own content
 * after one, even if a reader accepts it; other bytes may follow, since some mail programs add them.
 */
function requirePdf(file: WordReading['file']): void {
  const head = readPart(file.fd, 0, Math.min(1024, file.sizeBytes));
  if (!head.includes('%PDF-')) throw new RefusedFile('is not a PDF');
  const tail = readFromEnd(file);
  if (tail === undefined || tail.includes(' obj')) throw unreadable('its end is missing');
}

const endMark = '%%EOF';
const pieceBytes = 65_536;

/** The last end mark and the text after it. It is nearly always in the last piece, so rarely more than that is read. */
function readFromEnd({ fd, sizeBytes }: WordReading['file']): Buffer | undefined {
  for (let end = sizeBytes; end > 0; end -= pieceBytes) {
    const from = Math.max(0, end - pieceBytes);
    // Overlaps the next piece, since a mark may cross the boundary.
    const piece = readPart(fd, from, Math.min(sizeBytes, end + endMark.length - 1) - from);
    const mark = piece.lastIndexOf(endMark);
    if (mark >= 0) return readPart(fd, from + mark, sizeBytes - from - mark);
  }
  return undefined;
}

function readPart(fd: number, position: number, length: number): Buffer {
  const part = Buffer.alloc(length);
  return part.subarray(0, readSync(fd, part, 0, length, position));
}
