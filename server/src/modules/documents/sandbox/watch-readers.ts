import { findWall } from './find-wall.ts';
import type { Readers } from './run-limited.ts';

/** Balancers ask every second; a process is started for it far less often. */
const freshMs = 60_000;

/**
 * Tells, without making anybody wait, why files are not taken at the moment. Nothing is decided by it: whoever sends a
 * file is refused by what happens to that file.
 */
export function watchReaders(readers: Readers): () => readonly string[] {
  let askedAtMs = -Infinity;
  let problems: readonly string[] = [];
  const ask = async () => {
    const wall = await findWall(readers).catch(() => undefined);
    problems = wall === undefined ? ['uploads: no sandbox for the programs that read files'] : [];
  };
  return () => {
    // Files are read in any case.
    if (readers.socket === undefined && readers.unwalled) return [];
    if (performance.now() - askedAtMs > freshMs) {
      askedAtMs = performance.now();
      void ask();
    }
    return problems;
  };
}
