import { Worker } from 'node:worker_threads';
import { uploadRefused } from '#platform/http';
import type { Line } from './layout.ts';
import type { WordReading } from './read-words.ts';

export type ReadLines = { readonly pages: number; readonly ocr: boolean; readonly lines: readonly Line[] };

export type Question =
  | { readonly id: number; readonly fd: number; readonly sizeBytes: number }
  | { readonly id: number; readonly giveUp: true };

/** Words for the sender of a file that cannot be read, or for us where it is not the file's fault. */
export type Answer = { readonly id: number } & (
  | { readonly read: ReadLines }
  | { readonly refused: string }
  | { readonly problem: string }
);

/** A report takes a few megabytes, the largest table some thirty. */
const memoryMaxMb = 256;

type Waiting = { take(answer: Answer): void; fail(error: Error): void };
type Reader = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

let reader: Reader | undefined;
let lastId = 0;

/**
 * The lines of a PDF, read in a thread of its own. To begin a program stops the thread that does it until the system has
 * copied the map of our memory and has got round to the child: 10 ms on a busy machine, 50 at times, and nobody else would
 * be answered meanwhile.
 */
export async function readLines({ file, signal }: WordReading): Promise<ReadLines> {
  signal.throwIfAborted();
  const { worker, waiting } = (reader ??= openReader());
  const id = (lastId += 1);
  const giveUp = () => ask(worker, { id, giveUp: true });
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const answer = await new Promise<Answer>((take, fail) => {
      waiting.set(id, { take, fail });
      // Only a thread that reads keeps the process from ending.
      worker.ref();
      ask(worker, { id, fd: file.fd, sizeBytes: file.sizeBytes });
    });
    signal.throwIfAborted();
    if ('read' in answer) return answer.read;
    throw 'refused' in answer ? uploadRefused(answer.refused) : new Error(answer.problem);
  } finally {
    signal.removeEventListener('abort', giveUp);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  }
}

function ask(worker: Worker, question: Question): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(question);
}

function openReader(): Reader {
  // Without the flags of this process, of which some are for its first file only.
  const worker = new Worker(new URL('read-lines-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
  });
  const opened: Reader = { worker, waiting: new Map() };
  worker.on('message', (answer: Answer) => opened.waiting.get(answer.id)?.take(answer));
  /** Who waits is told, and the next one gets another thread. */
  const end = (error: Error) => {
    if (reader === opened) reader = undefined;
    for (const { fail } of opened.waiting.values()) fail(error);
  };
  worker.once('error', end);
  worker.once('exit', () => end(new Error('the thread that reads documents has ended')));
  return opened;
}
