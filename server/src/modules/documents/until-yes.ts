/** Asks once, and again after a while if the answer was no: a busy moment does not count for the life of a process. */
export function untilYes(ask: () => Promise<boolean>, retryMs: number): () => Promise<boolean> {
  let asked: { readonly atMs: number; readonly answer: Promise<boolean> } | undefined;
  return async () => {
    const last = asked;
    const stands = last !== undefined && (performance.now() - last.atMs < retryMs || (await last.answer));
    // Whoever came first meanwhile has asked for all.
    if (asked === last && !stands) asked = { atMs: performance.now(), answer: ask() };
    return asked?.answer ?? false;
  };
}
