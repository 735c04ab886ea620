// The interface of an instrument for the command line, and the resources of a run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How much to measure: everything, a minute's worth, or just enough to see that the instrument still completes. */
export type Size = 'full' | 'quick' | 'smoke';

/** The options that only some instruments take. */
export type Options = {
  readonly minutes?: number;
  readonly seeds?: number;
  readonly steps?: number;
  /** Seconds. */
  readonly limit?: number;
  readonly only?: string;
  /** A commit of an older version. */
  readonly old?: string;
  readonly redis?: string;
  readonly sales?: string;
};

export type Given<Fault extends string = string> = Options & {
  readonly size: Size;
  readonly seed: number;
  readonly inject: Fault | undefined;
  /** A folder for the logs of the processes. */
  readonly logs: string | undefined;
};

export type Instrument<Fault extends string = string> = {
  /** Faults that can be injected to check that a run finds them. */
  readonly faults?: readonly Fault[];
  /** Faults that show only at full size. */
  readonly needsFull?: readonly Fault[];
  readonly takes?: readonly (keyof Options)[];
  /** A missed speed bound fails a smoke run too. */
  readonly isStrict?: boolean;
  /** A smoke run without a seed uses the date: a different run every day, and the same on all machines. */
  readonly hasDailySeed?: boolean;
  /** Returns whether every bound was kept or, with an injected fault, whether the run noticed it. */
  run(closing: RunStack, given: Given<Fault>): Promise<boolean>;
};

/** What a run has started. It is closed in reverse order when its block ends, and after Ctrl-C. */
export class RunStack extends AsyncDisposableStack {
  #closed: Promise<void> | undefined;
  #interrupted = false;

  constructor() {
    super();
    const onSignal = () => this.#interrupt();
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    // At the bottom of the stack, so that a signal during cleanup does not end the process early.
    this.defer(() => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal));
  }

  /** What closing returns, such as an exit code, is ignored. */
  override adopt<T>(value: T, close: (value: T) => PromiseLike<unknown> | void): T {
    return super.adopt(value, async (one) => void (await close(one)));
  }

  /** A temporary folder, removed when the run is over. */
  folder(name: string): string {
    const path = mkdtempSync(join(tmpdir(), `makewhole-${name}-`));
    this.defer(() => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
    return path;
  }

  override [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync();
  }

  /** The second caller waits for the first. A failed close is logged and does not change the result. */
  override disposeAsync(): Promise<void> {
    this.#closed ??= super.disposeAsync().catch((error: unknown) => console.error('not closed:', error));
    return this.#closed;
  }

  #interrupt(): void {
    // npm forwards a signal that the whole group already got; the second signal must not interrupt the closing.
    if (this.#interrupted) return;
    this.#interrupted = true;
    void this.disposeAsync().then(() => process.exit(130));
  }
}
