// Runs in a parser thread: starts the programs that read a PDF, parses what they print, and finds the values.
import { AppError } from '#platform/errors';
import type { ParserThread } from '#platform/parsing';
import type { DecodedVin } from '#modules/vehicles';
import { extractFields } from '../extraction/extract-fields.ts';
import { detectVendor } from '../extraction/label-rules.ts';
import { layOut } from '../extraction/layout-rules.ts';
import type { Word } from '../extraction/word-tables.ts';
import type { Readers } from '../jail/run-limited.ts';
import type { ReportReading } from '../schemas.ts';
import { RefusedFile } from './file-errors.ts';
import { readFamily } from './reading.ts';
import { readWords, type WordReading } from './read-messages.ts';

type ReportInput = {
  readonly file: WordReading['file'];
  readonly readers: Readers | undefined;
  /** Today's date by the business clock. */
  readonly today: string;
};

/** Errors would not survive the copy out of the thread. A refusal is worded for the sender of the file. */
type ReportOutput = { readonly reading: ReportReading } | { readonly refused: string } | { readonly unavailable: true };

export async function parse({ file, readers, today }: ReportInput, thread: ParserThread): Promise<ReportOutput> {
  try {
    const { pages, ocr, words } = await readWords({ file, reader: readers, signal: thread.signal });
    const { vendor, lines, family } = readPages(words, ocr);
    const decode = (vin: string) => thread.ask(vin) as Promise<DecodedVin | undefined>;
    const { fields, checks, owner } = await extractFields({ lines, vendor, ocr, today, family, decode });
    const contents = family === undefined ? {} : { contents: family.contents };
    const named = owner === undefined ? {} : { owner };
    return { reading: { vendor, pages, ocr, fields, checks: [...checks], ...named, ...contents } };
  } catch (error) {
    if (error instanceof AppError) return { unavailable: true };
    if (error instanceof RefusedFile) return { refused: error.message };
    throw error;
  }
}

/** Sections first: in a report of a known layout only the lines about the claim and its vehicle are searched for labels. */
function readPages(words: readonly Word[], ocr: boolean) {
  const lines = layOut(words);
  const texts = lines.flat().map(({ text }) => text);
  const vendor = detectVendor(texts.join(' '));
  const family = readFamily(words, { vendor, ocr });
  if (family === undefined) return { vendor, lines, family };
  const { own, vehicle, contents } = family;
  return { vendor, lines: layOut(own), family: { vehicle, contents } };
}
