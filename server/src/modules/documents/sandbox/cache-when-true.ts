/** Caches a yes for good and a no for `retryMs`, so that one busy moment does not decide for the life of the process. */
export function cacheWhenTrue(ask: () => Promise<boolean>, retryMs: number): () => Promise<boolean> {
  let asked: { readonly atMs: number; readonly answer: Promise<boolean> } | undefined;
  return async () => {
    const last = asked;
    const stands = last !== undefined && (performance.now() - last.atMs < retryMs || (await last.answer));
    // Of several concurrent callers only the first asks again.
    if (asked === last && !stands) asked = { atMs: performance.now(), answer: ask() };
    return asked?.answer ?? false;
  };
}
