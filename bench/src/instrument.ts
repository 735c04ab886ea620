// What every instrument is to the command line, and what a run of it has started.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How much is measured: all, a minute's worth, or just enough to see that the instrument still runs to its end. */
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
  /** Faults that can be injected, to see that a run finds them. */
  readonly faults?: readonly Fault[];
  /** Those that only show at full size. */
  readonly needsFull?: readonly Fault[];
  readonly takes?: readonly (keyof Options)[];
  /** A missed bound of speed fails a smoke run too. */
  readonly isStrict?: boolean;
  /** A smoke run without a seed takes the date as its seed: another run every day, and the same on all machines. */
  readonly hasDailySeed?: boolean;
  /** Returns whether every bound was kept; with an injected fault, whether it was noticed. */
  run(closing: RunStack, given: Given<Fault>): Promise<boolean>;
};

/** What a run has started, closed in reverse order: when its block ends, and after Ctrl-C. */
export class RunStack extends AsyncDisposableStack {
  #closed: Promise<void> | undefined;
  #interrupted = false;

  constructor() {
    super();
    const onSignal = () => this.#interrupt();
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    // At the bottom of the stack: a signal while the rest is closed must not end the process before.
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

  /** The second caller waits for the first. What cannot be closed is logged, and changes no result. */
  override disposeAsync(): Promise<void> {
    this.#closed ??= super.disposeAsync().catch((error: unknown) => console.error('not closed:', error));
    return this.#closed;
  }

  #interrupt(): void {
    // npm passes on a signal that the whole group got already; the second one must not cut the closing short.
    if (this.#interrupted) return;
    this.#interrupted = true;
    void this.disposeAsync().then(() => process.exit(130));
  }
}
