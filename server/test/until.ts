const pollMs = 10;

/**
 * Polls until there is an answer; the error says what it waited for. The limit is for what never comes: a busy machine can
 * stand still for half a minute.
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

/** Something to wait at until the test opens it. */
export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
