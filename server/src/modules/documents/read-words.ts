import { readSync } from 'node:fs';
import type { Upload } from '#platform/http';
import { readScan } from './read-scan.ts';
import { givenFile, runConfined } from './run-confined.ts';
import { readWordTable, type Word } from './words.ts';

export type ReadWords = { readonly pages: number; readonly ocr: boolean; readonly words: readonly Word[] };

export type WordReading = { readonly file: Pick<Upload, 'fd' | 'sizeBytes'>; readonly signal: AbortSignal };

/** What is wrong with the file, in words for its sender. Loaded by a thread, this knows nothing of the service's errors. */
export class RefusedFile extends Error {}

/** Damaged, encrypted, or more work than a report ever is (decisions 50 and 51). */
const unreadable = (why: string) => new RefusedFile(`is unreadable: ${why}`);

/** A report has its figures on the first pages; the longest seen have some thirty. */
const lastPage = 40;
/** Forty dense pages are half of it. */
const maxBytes = 2 * 1024 * 1024;
/** Fewer words than this on all pages is a scan with a stamp on it. */
const fewWords = 12;

/** Every word of a PDF with its place; refuses what is no PDF, is damaged or is locked. */
export async function readWords({ file, signal }: WordReading): Promise<ReadWords> {
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
  });
  signal.throwIfAborted();
  if (/incorrect password/i.test(complaint)) throw unreadable('it is protected by a password');
  // It goes on with pages that are none; a report has no such thing.
  if (/loop in pages/i.test(complaint)) throw unreadable('its pages go round in circles');
  if (late) throw unreadable('it takes too long to read');
  if (!ok) throw unreadable('it is damaged or not a report');
  const { pages, words } = readWordTable(output.toString('utf8'));
  if (pages === 0) throw unreadable('it has no pages');
  if (words.length >= fewWords) return { pages, ocr: false, words };
  return { pages, ocr: true, words: await readScan({ file, pages, signal }) };
}

/**
 * How a PDF begins and ends (decision 50). One that was cut off has no end, or more of it after what looks like one, though
 * a reader may make something of it; what is no part of it may follow, as some mail programs add.
 */
function requirePdf(file: WordReading['file']): void {
  const head = readPart(file.fd, 0, Math.min(1024, file.sizeBytes));
  if (!head.includes('%PDF-')) throw new RefusedFile('is not a PDF');
  const tail = readFromEnd(file);
  if (tail === undefined || tail.includes(' obj')) throw unreadable('its end is missing');
}

const endMark = '%%EOF';
const pieceBytes = 65_536;

/** The last mark of an end and what follows it; nearly always within the last piece, so no more is read than that. */
function readFromEnd({ fd, sizeBytes }: WordReading['file']): Buffer | undefined {
  for (let end = sizeBytes; end > 0; end -= pieceBytes) {
    const from = Math.max(0, end - pieceBytes);
    // With the beginning of the piece behind it, since a mark may stand across both.
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
