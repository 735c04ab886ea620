// Code, tests and documents reference a decision by its id, and readers must be able to find it.
import { globSync } from 'node:fs';
import { read, root, type Source } from './sources.ts';

const exclude = ['**/node_modules/**', 'web/dist/**', '**/*.gen.ts', 'tools/shape/references*.ts'];
const patterns = ['*.{md,ts}', '{server,bench,web,sdk,cli,tools,deploy,docs,spec}/**/*.{ts,tsx,mjs,js,md,css,conf}'];

/** Ids of the headings of spec/decisions.md, in order. */
export const listDecisionIds = (): string[] =>
  [...read('spec/decisions.md').matchAll(/^### ([DT]-?\d+) /gm)].map(([, id = '']) => id);

const listRecords = (): string[] =>
  globSync('docs/decisions/*.md', { cwd: root }).flatMap((path) => /\/(\d{4})-/.exec(path)?.[1] ?? []);

/** Every place where `pattern` names something that is not `known`. */
const strangers = (sources: readonly Source[], pattern: RegExp, known: readonly string[]): string[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .filter(([, id = '']) => !known.includes(id))
      .map(({ 1: id, index }) => `${path}:${text.slice(0, index).split('\n').length}: ${id}`),
  );

/** The third line of a record names the removed ones that it replaces. */
const withoutReplaced = ({ path, text }: Source): Source => ({
  path,
  text: path.startsWith('docs/decisions/') ? text.replace(/^(Accepted .*?)Replaces [\d, ]+$/m, '$1') : text,
});

/** Unresolved references, and those in the old form "decision 48". */
export function findUnresolved(all: readonly Source[]): string[] {
  const sources = all.map(withoutReplaced);
  const ids = listDecisionIds();
  const records = listRecords();
  const pages = sources.filter(({ path }) => path.endsWith('.md'));
  return [
    ...strangers(sources, /\b(D-\d+)\b/g, ids),
    // Excludes the T of a time of day.
    ...strangers(sources, /(?<![\w}$-])(T\d{1,2})(?![\w:-])/g, ids),
    ...strangers(sources, /(?:\brecords? |docs\/decisions\/|\[|\/\*\* .*\()(0[01]\d\d)\b/g, records),
    // In the records themselves a bare number is also a reference; migration numbers are marked as such.
    ...strangers(pages, /(?<!migrations? |migrations\/|[\w.:+-])(00\d\d)(?=[ ,;:)\]])/g, records),
    ...strangers(sources, /\b(decisions? \d{1,3})\b/gi, []),
    ...strangers(sources, /\b(tables? T\d)/gi, []),
  ];
}

export const listUnresolved = (): string[] =>
  findUnresolved(
    patterns
      .flatMap((pattern) => globSync(pattern, { cwd: root, exclude }))
      .toSorted()
      .map((path) => ({ path, text: read(path) })),
  );
