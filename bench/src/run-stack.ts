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

  /** What the closing gives back, such as an exit code, is of no interest here. */
  override adopt<T>(value: T, close: (value: T) => PromiseLike<unknown> | void): T {
    return super.adopt(value, async (one) => void (await close(one)));
  }

  override [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync();
  }

  /** Whoever closes it second waits for the first. What cannot be closed is said, and changes no result. */
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
