import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// SECURITY.md names a test for each row; a row without proof is only an intention.

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');

const tests = globSync('{server,sdk,bench,web,tools}/**/*.{test,e2e}.ts', {
  cwd: root,
  exclude: ['**/node_modules/**', 'server/test/security.test.ts'],
}).map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }));

/** Rows of the tables, without their headers. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Against|-+) /.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | *\|?$/g, '')))
  .map((cells) => ({ against: cells[0]?.trim() ?? '', proof: cells.at(-1) ?? '' }));

/** A file, and parts of test titles in it: `a.test.ts` "some words", or the same file again with other words. */
const named = (proof: string): { file: string; words: string }[] =>
  [...proof.matchAll(/`([\w-]+\.(?:test|e2e)\.ts)` "([^"]+)"/g)].map(([, file = '', words = '']) => ({ file, words }));

describe('every row of SECURITY.md', () => {
  it('names a test, or says why there is none', () => {
    expect(rows.length).toBeGreaterThan(45);
    const bare = rows.filter(({ proof }) => named(proof).length === 0 && !/^no test: \S/.test(proof));
    expect(bare.map(({ against }) => against)).toEqual([]);
  });

  it('names tests that exist', () => {
    const absent = rows.flatMap(({ against, proof }) =>
      named(proof)
        .filter(({ file, words }) => !tests.some((test) => test.name === file && hasTest(test.text, words)))
        .map(({ file, words }) => `${against}: ${file} "${words}"`),
    );
    expect(absent).toEqual([]);
  });

  it('names no test file without a test title', () => {
    const files = rows.flatMap(({ proof }) => [...proof.matchAll(/`[\w/-]+\.(?:test|e2e)\.ts`(?! ")/g)].map(String));
    expect(files).toEqual([]);
  });
});

/** In the title of a test or a group, or in a row given to `it.each`. */
const hasTest = (text: string, words: string): boolean =>
  text.split('\n').some((line) => line.includes(words) && /^\s*(?:it|describe|\]|\[?')/.test(line));

describe('SECURITY.md', () => {
  it.each(['Signatures', 'Sign-in and sessions of the team', 'The audit trail', 'The readers', 'The card provider'])(
    'has a part about: %s',
    (heading) => {
      expect(page).toContain(`### ${heading}`);
    },
  );
});
