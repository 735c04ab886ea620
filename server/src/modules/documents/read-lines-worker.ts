// Runs in a thread of its own, see read-lines.ts: programs are begun here, and what they wrote is put in order.
import { parentPort } from 'node:worker_threads';
import { layOut } from './layout.ts';
import type { Answer, Question } from './read-lines.ts';
import { readWords, RefusedFile } from './read-words.ts';

const underWay = new Map<number, AbortController>();

parentPort?.on('message', (question: Question) => {
  if ('giveUp' in question) underWay.get(question.id)?.abort();
  else void read(question);
});

type Reading = Exclude<Question, { giveUp: true }>;

async function read({ id, fd, sizeBytes }: Reading): Promise<void> {
  const given = new AbortController();
  underWay.set(id, given);
  const answer = await readFile({ fd, sizeBytes }, given.signal);
  underWay.delete(id);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ id, ...answer } satisfies Answer);
}

/** Only words leave the thread: an error and its causes arrive as something else, or not at all. */
async function readFile(file: Omit<Reading, 'id'>, signal: AbortSignal) {
  try {
    const { pages, ocr, words } = await readWords({ file, signal });
    return { read: { pages, ocr, lines: layOut(words) } };
  } catch (error) {
    if (error instanceof RefusedFile) return { refused: error.message };
    return { problem: error instanceof Error ? error.message : 'a file could not be read' };
  }
}
