/** What a run has started, ended in reverse order however the run ends. */
export type Closing = {
  /** Remembers how to end something, and gives it back. */
  later<T>(thing: T, end: (thing: T) => Promise<unknown>): T;
};

/** Runs `work` and ends everything it started: after it, after an error, and after Ctrl-C. */
export async function withClosing<T>(work: (closing: Closing) => Promise<T>): Promise<T> {
  const ends: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end().catch(() => undefined);
  };
  let interrupted = false;
  const onSignal = () => {
    // npm passes on a signal that the whole group got already; the second one must not cut the closing short.
    if (interrupted) return;
    interrupted = true;
    void closeAll().finally(() => process.exit(130));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    return await work({
      later(thing, end) {
        ends.push(() => end(thing));
        return thing;
      },
    });
  } finally {
    await closeAll();
    process.removeListener('SIGINT', onSignal);
    process.removeListener('SIGTERM', onSignal);
  }
}
