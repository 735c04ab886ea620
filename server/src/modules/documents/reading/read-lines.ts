import { Worker } from 'node:worker_threads';
import { uploadRefused } from '#platform/http';
import { readerUnavailable } from '../sandbox/reader-errors.ts';
import type { FamilyContents } from './read-family.ts';
import type { Vendor } from '../extraction/label-data.ts';
import type { Line } from '../extraction/layout-rules.ts';
import type { Readers } from '../sandbox/run-limited.ts';
import type { WordReading } from './read-words.ts';

type ReadLines = {
  readonly pages: number;
  readonly ocr: boolean;
  readonly vendor: Vendor;
  /** Of a known layout only those about the claim and its vehicle; otherwise all. */
  readonly lines: readonly Line[];
  readonly family: Pick<FamilyContents, 'vehicle' | 'contents'> | undefined;
};

export type ReaderRequest =
  | { readonly id: number; readonly fd: number; readonly sizeBytes: number; readonly reader: Readers | undefined }
  | { readonly id: number; readonly giveUp: true };

/** An error worded for the sender of an unreadable file, or for the operator when the file is not at fault. */
export type ReaderResponse = { readonly id: number } & (
  | { readonly read: ReadLines }
  | { readonly refused: string }
  | { readonly unavailable: true }
  | { readonly problem: string }
);

/** A report takes a few megabytes, the largest table about thirty. */
const memoryMaxMb = 256;

type Waiting = { take(answer: ReaderResponse): void; fail(error: Error): void };
type Reader = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

let reader: Reader | undefined;
let lastId = 0;

/**
 * The lines of a PDF, read in a worker thread. Starting a program blocks the thread that does it until the system has
 * copied our memory map and scheduled the child: 10 ms on a busy machine, sometimes 50, in which no request would be
 * answered.
 */
export async function readLines({ file, signal, reader: readers }: WordReading): Promise<ReadLines> {
  signal.throwIfAborted();
  const { worker, waiting } = (reader ??= startReader());
  const id = (lastId += 1);
  const giveUp = () => send(worker, { id, giveUp: true });
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const answer = await new Promise<ReaderResponse>((take, fail) => {
      waiting.set(id, { take, fail });
      // Only a thread that is reading keeps the process alive.
      worker.ref();
      send(worker, { id, fd: file.fd, sizeBytes: file.sizeBytes, reader: readers });
    });
    signal.throwIfAborted();
    if ('read' in answer) return answer.read;
    if ('unavailable' in answer) throw readerUnavailable();
    throw 'refused' in answer ? uploadRefused(answer.refused) : new Error(answer.problem);
  } finally {
    signal.removeEventListener('abort', giveUp);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  }
}

function send(worker: Worker, question: ReaderRequest): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(question);
}

function startReader(): Reader {
  // Without the flags of this process, some of which are for its entry file only.
  const worker = new Worker(new URL('read-lines-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
  });
  const started: Reader = { worker, waiting: new Map() };
  worker.on('message', (answer: ReaderResponse) => started.waiting.get(answer.id)?.take(answer));
  /** Rejects all pending calls; the next call starts another thread. */
  const end = (error: Error) => {
    if (reader === started) reader = undefined;
    for (const { fail } of started.waiting.values()) fail(error);
  };
  worker.once('error', end);
  worker.once('exit', () => end(new Error('the thread that reads documents has ended')));
  return started;
}
