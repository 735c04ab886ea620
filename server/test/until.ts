const pollMs = 10;

/**
 * Polls until there is a value; the error names what it waited for. The limit catches conditions that never become
 * true; it is long because a busy machine can stall for half a minute.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  withinMs = 60_000,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) {
      return answer as Exclude<T, undefined | null | false>;
    }
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

export type Gate = { readonly opened: Promise<void>; open(): void };

/** A gate that code waits at until the test opens it. */
export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
