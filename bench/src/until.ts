import { setTimeout as pause } from 'node:timers/promises';

type Limits = { readonly limitMs: number; readonly everyMs?: number };

/** Polls until the condition is true; returns false after the limit. */
export async function isSoon(
  isSo: () => boolean | Promise<boolean>,
  { limitMs, everyMs = 20 }: Limits,
): Promise<boolean> {
  for (const deadline = performance.now() + limitMs; !(await isSo()); await pause(everyMs))
    if (performance.now() > deadline) return false;
  return true;
}

/** The same, but a timeout ends the run. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, limits: Limits): Promise<void> {
  if (!(await isSoon(isSo, limits))) throw new Error(`waited ${limits.limitMs / 1000} s for: ${what}`);
}

export type Repeated = { stop(): Promise<void> };

/** Repeats work until it is stopped; the current turn is finished. */
export function repeat(work: (turn: number, lane: number) => Promise<unknown>, lanes = 1): Repeated {
  const stopping = new AbortController();
  const running = Array.from({ length: lanes }, async (_, lane) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) await work(turn, lane);
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
