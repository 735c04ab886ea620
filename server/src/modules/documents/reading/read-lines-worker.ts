// Runs in a worker thread, see read-lines.ts: starts the programs and parses what they write.
import { parentPort } from 'node:worker_threads';
import { AppError } from '#platform/errors';
import { readFamily } from './read-family.ts';
import { detectVendor } from '../extraction/label-rules.ts';
import { layOut } from '../extraction/layout-rules.ts';
import type { Word } from '../extraction/read-word-table.ts';
import type { ReaderResponse, ReaderRequest } from './read-lines.ts';
import { readWords, type WordReading } from './read-words.ts';
import { RefusedFile } from './file-errors.ts';

const underWay = new Map<number, AbortController>();

parentPort?.on('message', (question: ReaderRequest) => {
  if ('giveUp' in question) underWay.get(question.id)?.abort();
  else void read(question);
});

type Reading = Exclude<ReaderRequest, { giveUp: true }>;

async function read({ id, fd, sizeBytes, reader }: Reading): Promise<void> {
  const given = new AbortController();
  underWay.set(id, given);
  const answer = await readFile({ file: { fd, sizeBytes }, reader, signal: given.signal });
  underWay.delete(id);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ id, ...answer } satisfies ReaderResponse);
}

/** Only plain data leaves the thread: an error and its causes would not survive the copy. */
async function readFile(reading: WordReading) {
  try {
    const { pages, ocr, words } = await readWords(reading);
    return { read: { pages, ocr, ...readPages(words, ocr) } };
  } catch (error) {
    if (error instanceof AppError) return { unavailable: true } as const;
    if (error instanceof RefusedFile) return { refused: error.message };
    return { problem: error instanceof Error ? error.message : 'a file could not be read' };
  }
}

/** Sections first: of a report of a known layout only the lines about the claim and its vehicle are searched for labels. */
function readPages(words: readonly Word[], ocr: boolean) {
  const lines = layOut(words);
  const texts = lines.flat().map(({ text }) => text);
  const vendor = detectVendor(texts.join(' '));
  const family = readFamily(words, { vendor, ocr });
  if (family === undefined) return { vendor, lines, family };
  const { own, vehicle, contents } = family;
  return { vendor, lines: layOut(own), family: { vehicle, contents } };
}
