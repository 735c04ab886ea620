import { Worker, type Transferable } from 'node:worker_threads';
import { createFairQueue } from '#lib/concurrency/fair-queue';
import { unavailable } from '#platform/errors';
import type { FromThread, Parser, ToThread } from './parser-thread.ts';

/** Why a parser returned nothing: past its deadline, out of memory, or a defect in the parser. */
export class ParserError extends Error {
  override readonly name = 'ParserError';
  readonly reason: 'late' | 'memory' | 'failed';

  constructor(reason: ParserError['reason'], message: string, frames = '') {
    super(message);
    this.reason = reason;
    if (frames !== '') this.stack = `${this.name}: ${message}\n${frames}`;
  }
}

/** Refuses an input that took too long or too much memory; any other error is passed on. */
export const refuseWith =
  (refuse: () => Error) =>
  (error: unknown): never => {
    throw error instanceof ParserError && error.reason !== 'failed' ? refuse() : error;
  };

type LaneOptions = {
  readonly name: string;
  /** Inputs parsed at the same time, one per thread. */
  readonly threads: number;
  /** JavaScript heap of one thread; buffers are outside it, so inputs need their own limit. */
  readonly heapMb: number;
  /** How long a parser may work on one input. Waiting for a program, or for an answer from the caller, does not count. */
  readonly deadlineMs: number;
  /** Inputs that may wait in this process; beyond it callers get 503. */
  readonly maxWaiting: number;
  /** Inputs of one owner, such as an institution, that may wait. */
  readonly maxWaitingPerOwner: number;
};

type Caller = {
  /** The account that the input counts toward; owners take turns. */
  readonly owner: string;
  /** Ends the waiting and the parsing. */
  readonly signal?: AbortSignal | undefined;
};

type ParseOptions = {
  /** Answers the parser's questions. */
  readonly answer?: (question: unknown) => unknown;
  /** Buffers moved to the thread instead of copied. */
  readonly transfer?: readonly Transferable[];
};

type Parse<P extends Parser<never, unknown>> = (
  input: Parameters<P>[0],
  options?: ParseOptions,
) => Promise<Awaited<ReturnType<P>>>;

/** Waits for a turn, and passes `work` a function that parses in a thread. The turn lasts until `work` ends. */
type InTurn<P extends Parser<never, unknown>> = <Result>(
  caller: Caller,
  work: (parse: Parse<P>) => Promise<Result>,
) => Promise<Result>;

export type ParserLane = {
  /** `module` exports the parser as `parse`. */
  parser<P extends Parser<never, unknown>>(module: URL): InTurn<P>;
};

/** After an abort or a deadline, a thread that still responds does so within this time; others are terminated. */
const graceMs = 1000;
/** How often a thread's time is compared with its deadline. */
const watchMs = 100;
/** Threads return their memory after a minute without work. */
const idleMs = 60_000;

/** A queue and its threads. Each kind of input has its own lane, so that slow files do not delay short texts. */
export function createParserLane(options: LaneOptions): ParserLane {
  const { threads: concurrency, maxWaiting, maxWaitingPerOwner: maxWaitingPerClient } = options;
  const busy = () =>
    unavailable('Too much is being read at the moment; please send it again later.', { retryAfterS: 10 });
  const inTurn = createFairQueue({ concurrency, maxWaiting, maxWaitingPerClient, refuse: busy });
  const idle: ParserWorker[] = [];

  async function parseWith(parser: URL, input: unknown, given: Run): Promise<unknown> {
    let worker = idle.pop();
    while (worker?.ended !== undefined) worker = idle.pop();
    worker ??= new ParserWorker(options);
    try {
      return await worker.run(parser, input, given);
    } finally {
      if (worker.ended === undefined) rest(worker);
    }
  }

  function rest(worker: ParserWorker): void {
    idle.push(worker);
    worker.restUntil(idleMs, () => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
  }

  return {
    parser: (module) => (caller, work) => {
      const { owner: client, signal } = caller;
      return inTurn({ client, ...(signal && { signal }) }, () =>
        work((input, given = {}) => parseWith(module, input, { ...given, signal }) as never),
      ).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
    },
  };
}

type Run = ParseOptions & { readonly signal?: AbortSignal | undefined };

/** One thread. It runs one input at a time, so terminating it affects no other input. */
class ParserWorker {
  readonly #worker: Worker;
  readonly #options: LaneOptions;
  #receive: ((message: FromThread) => void) | undefined;
  #fail: ((error: ParserError) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  ended: ParserError | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    // Without this process's flags, some of which are for its entry file only.
    this.#worker = new Worker(new URL('parser-thread.ts', import.meta.url), {
      name: `parser ${options.name}`,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.on('message', (message: FromThread) => this.#receive?.(message));
    this.#worker.once('error', (error: Error & { code?: string }) =>
      this.#end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', error.code ?? error.name),
    );
    this.#worker.once('exit', () => this.#end('failed', 'the thread has ended'));
  }

  async run(parser: URL, input: unknown, { answer, transfer = [], signal }: Run): Promise<unknown> {
    signal?.throwIfAborted();
    clearTimeout(this.#timer);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const watch = () => {
      const before = this.#worker.performance.eventLoopUtilization();
      this.#timer = setInterval(() => {
        const { active } = this.#worker.performance.eventLoopUtilization(before);
        if (active > this.#options.deadlineMs) this.#terminate('late');
      }, watchMs);
    };
    const abort = () => {
      this.#send('abort');
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#terminate('late'), graceMs);
    };
    this.#fail = reject;
    this.#receive = (message) => {
      if (message === 'loaded') {
        if (signal?.aborted !== true) watch();
      } else if ('question' in message) {
        void Promise.resolve(message.question)
          .then(answer)
          .then((given) => this.#send({ answer: given }))
          // The parser waits for an answer that will not come.
          .catch((error: unknown) => {
            reject(error);
            this.#terminate('failed');
          });
      } else if ('output' in message) resolve(message.output);
      else reject(new ParserError('failed', `a parser failed with ${message.failed.name}`, message.failed.frames));
    };
    // Only a working thread keeps the process alive.
    this.#worker.ref();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      this.#send({ parser: parser.href, input }, transfer);
      return await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      clearTimeout(this.#timer);
      this.#receive = undefined;
      this.#fail = undefined;
      this.#worker.unref();
    }
  }

  restUntil(ms: number, stopped: () => void): void {
    this.#timer = setTimeout(() => {
      stopped();
      this.#terminate('failed');
    }, ms).unref();
  }

  #send(message: ToThread, transfer: readonly Transferable[] = []): void {
    this.#worker.postMessage(message, [...transfer]);
  }

  #terminate(reason: ParserError['reason']): void {
    this.#end(reason, reason === 'late' ? 'past its deadline' : 'stopped');
    void this.#worker.terminate();
  }

  #end(reason: ParserError['reason'], message: string): void {
    this.ended ??= new ParserError(reason, `the parser ${this.#options.name} ended: ${message}`);
    this.#fail?.(this.ended);
  }
}
