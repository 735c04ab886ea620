import { Worker } from 'node:worker_threads';
import type { RosterOutcome, RosterReading } from './roster-text.ts';

export type ReaderQuestion = { readonly id: number } & (
  | { readonly reading: RosterReading }
  | { readonly piece: Uint8Array; readonly last: boolean }
  | { readonly close: true }
);

/** With the invalid rows, if they are collected. */
type ReadLines = { readonly lines: Uint8Array; readonly refused: string; readonly outcome?: RosterOutcome };
export type ReaderAnswer = { readonly id: number } & (ReadLines | { readonly problem: string });

export type RosterReader = {
  /** The lines of the rows that end in this piece, whose memory is transferred; with the last piece, the outcome. */
  read(piece: Uint8Array<ArrayBuffer>, last: boolean): Promise<ReadLines>;
  close(): void;
};

/** The thread holds a piece of each roster, of which a process has at most eight, and the garbage of reading them. */
const memoryMaxMb = 64;
/** The thread collects garbage as soon as it has this much, and not only when it has as much as a server may. */
const youngMaxMb = 8;

type Waiting = { take(answer: ReadLines): void; fail(error: Error): void };
type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting>; ended?: Error };

let thread: Thread | undefined;
let lastId = 0;

/**
 * Reads rosters in one worker thread per process. Reading takes 10 us a row, for a large file seconds in which requests
 * would wait for the event loop. A reader has one piece at a time.
 */
export function createRosterReader(reading: RosterReading): RosterReader {
  const own = (thread ??= startThread());
  const { worker, waiting } = own;
  const id = (lastId += 1);
  send(worker, { id, reading });
  return {
    async read(piece, last) {
      if (own.ended !== undefined) throw own.ended;
      try {
        return await new Promise<ReadLines>((take, fail) => {
          waiting.set(id, { take, fail });
          // Only a thread that is reading keeps the process alive.
          worker.ref();
          send(worker, { id, piece, last }, [piece.buffer]);
        });
      } finally {
        waiting.delete(id);
        if (waiting.size === 0) worker.unref();
      }
    },
    close: () => send(worker, { id, close: true }),
  };
}

function send(worker: Worker, question: ReaderQuestion, moved: readonly ArrayBuffer[] = []): void {
  worker.postMessage(question, moved);
}

function startThread(): Thread {
  // Without this process's flags, some of which are for its entry file only.
  const worker = new Worker(new URL('read-roster-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb, maxYoungGenerationSizeMb: youngMaxMb },
  });
  worker.unref();
  const started: Thread = { worker, waiting: new Map() };
  worker.on('message', (answer: ReaderAnswer) => {
    const waits = started.waiting.get(answer.id);
    if ('problem' in answer) waits?.fail(new Error(`the roster could not be read: ${answer.problem}`));
    else waits?.take(answer);
  });
  /** Rejects all pending calls; the next roster starts another thread. */
  const end = (error: Error) => {
    started.ended = error;
    if (thread === started) thread = undefined;
    for (const { fail } of started.waiting.values()) fail(error);
  };
  worker.once('error', end);
  worker.once('exit', () => end(new Error('the thread that reads rosters has ended')));
  return started;
}
