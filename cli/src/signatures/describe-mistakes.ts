import type { Mistake } from './diagnosis.ts';

/** Each with the problem, its code, and the fix. */
export const describeMistakes = (mistakes: readonly Mistake[]): string[] =>
  mistakes.flatMap(({ what, fix, code }) => [`  ${what} (${code})`, `  ${fix}`]);
