import type { Mistake } from './diagnosis.ts';

/** Each with what is wrong, its code, and how to mend it. */
export const describeMistakes = (mistakes: readonly Mistake[]): string[] =>
  mistakes.flatMap(({ what, fix, code }) => [`  ${what} (${code})`, `  ${fix}`]);
