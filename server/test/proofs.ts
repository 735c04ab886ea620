import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Pages with claims name the tests that prove them: a file and words from a title in it, as in `a.test.ts` "some words".

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8');

/** These two quote tests as examples, and would prove themselves. */
const readers = ['server/test/security.test.ts', 'server/test/asvs.test.ts'];

const tests = globSync('{server,sdk,bench,web,tools}/**/*.{test,e2e}.ts', {
  cwd: root,
  exclude: ['**/node_modules/**', ...readers],
}).map((path) => ({ name: basename(path), text: readPage(path) }));

type Proof = { readonly file: string; readonly words: string };

/** Returns the tests that a cell names. */
export const findProofs = (proof: string): Proof[] =>
  [...proof.matchAll(/`([\w-]+\.(?:test|e2e)\.ts)` "([^"]+)"/g)].map(([, file = '', words = '']) => ({ file, words }));

/** Returns test files named without a title: a reader could not look up the proof. */
export const wordlessProofs = (proof: string): string[] =>
  [...proof.matchAll(/`[\w/-]+\.(?:test|e2e)\.ts`(?! ")/g)].map(String);

/** Returns the proofs of a cell that match no test title, no group title and no row given to `it.each`. */
export const absentProofs = (proof: string): string[] =>
  findProofs(proof)
    .filter(({ file, words }) => !tests.some(({ name, text }) => name === file && hasTest(text, words)))
    .map(({ file, words }) => `${file} "${words}"`);

const hasTest = (text: string, words: string): boolean =>
  text.split('\n').some((line) => line.includes(words) && /^\s*(?:it|describe|\]|\[?')/.test(line));

/** Returns the cells of every row of a page's tables, without headers and rulers. */
export const tableRows = (page: string): string[][] =>
  page
    .split('\n')
    .filter(
      (line, index, lines) => line.startsWith('| ') && !/^\| -+ /.test(line) && !/^\| -+ /.test(lines[index + 1] ?? ''),
    )
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\|| *\|$/g, '').trim()));
