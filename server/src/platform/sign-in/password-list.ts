import { readFileSync } from 'node:fs';

let words: ReadonlySet<string> | undefined;

/** Passwords that others chose most often, in lower case; read at first use. */
export const commonPasswords = (): ReadonlySet<string> => (words ??= readWords());

const readWords = (): ReadonlySet<string> =>
  new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
