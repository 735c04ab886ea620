// Reads docs/glossary.md, and finds its forbidden words in names, files, metrics, log events and texts for people.
import { basename } from 'node:path';
import ts from '@typescript/typescript6';
import { isTest, listExports, parse, type Source } from './sources.ts';

/** Where a word is used: in our own names, or in texts that others read. */
export type Use = { readonly scope: 'name' | 'text'; readonly where: string; readonly text: string };

type Forbidden = {
  readonly word: string;
  /** In names, in server names only, in texts, or in both names and texts. */
  readonly scope: 'name' | 'server' | 'text' | 'both';
  /** Only at the beginning of a name. */
  readonly first: boolean;
};
type Homonym = { readonly word: string; readonly where: string };
type Glossary = { readonly forbidden: readonly Forbidden[]; readonly homonyms: readonly Homonym[] };

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const tableAfter = (text: string, heading: string): string[][] => {
  const [, section = ''] = text.split(`## ${heading}\n`);
  const rows = section.split(/\n## /)[0]?.split('\n') ?? [];
  return rows
    .filter((row) => row.startsWith('|'))
    .slice(2)
    .map(cellsOf);
};

/**
 * The last cell of a row lists the forbidden synonyms: `seal`, `open…` (at the beginning of a name), `case` (names).
 */
export function readGlossary(text: string): Glossary {
  const forbidden = [...tableAfter(text, 'Words'), ...tableAfter(text, 'Words for code')].flatMap((cells) =>
    [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`(?: \((names|server|texts)\))?/g)].map(
      ([, word = '', scope]): Forbidden => ({
        word: word.replace('…', '').toLowerCase(),
        first: word.endsWith('…'),
        scope: toScope(scope, word.endsWith('…')),
      }),
    ),
  );
  const homonyms = tableAfter(text, 'Homonyms').map(([word = '', where = '']) => ({
    word: word.replaceAll('`', '').toLowerCase(),
    where: where.replaceAll('`', ''),
  }));
  return { forbidden, homonyms };
}

const toScope = (scope: string | undefined, first: boolean): Forbidden['scope'] => {
  if (scope === 'server') return 'server';
  if (scope === 'names' || first) return 'name';
  return scope === 'texts' ? 'text' : 'both';
};

const isIn = ({ scope }: Forbidden, use: Use): boolean =>
  scope === 'both' ||
  scope === use.scope ||
  (scope === 'server' && use.scope === 'name' && use.where.startsWith('server/src/'));

/** `listOpenByVin`, `list-open.ts` and "List open" as words between spaces. */
const toWords = (text: string): string =>
  ` ${text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9']+/g, ' ')
    .trim()
    .toLowerCase()} `;

export function listViolations({ forbidden, homonyms }: Glossary, uses: readonly Use[]): string[] {
  return uses.flatMap((use) => {
    const words = toWords(use.text);
    const hits = forbidden.filter(
      (each) =>
        isIn(each, use) &&
        (each.first
          ? words.startsWith(` ${each.word} `) && words.trim() !== each.word
          : words.includes(` ${each.word} `)),
    );
    const isHomonym = (word: string) =>
      homonyms.some(
        (known) => known.word === word && (use.text.includes(known.where) || use.where.includes(known.where)),
      );
    return hits
      .filter(({ word }) => !isHomonym(word))
      .map(({ word }) => `${use.where}: "${word}" in ${JSON.stringify(use.text.slice(0, 100))}`);
  });
}

/** Exported names, file names, metric names and log event names. */
export function listNames(sources: readonly Source[]): Use[] {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap((source): Use[] => {
      const { path, text } = source;
      const told = [
        ...text.matchAll(/name: '(makewhole_\w+)'/g),
        ...text.matchAll(/\blog\.(?:debug|info|warn|error|fatal)\([^;]*?'([a-z-]+\.[a-z-]+)'/g),
      ].map(([, name = '']) => name);
      const names = [basename(path), ...told, ...listExports(source).map(({ name }) => name)];
      return names.map((name) => ({ scope: 'name', where: path, text: name }));
    });
}

/** Text on the board: text between tags, and strings with several words or a capital letter. */
export function listBoardTexts(sources: readonly Source[]): Use[] {
  return sources
    .filter(({ path }) => path.startsWith('web/src/') && !isTest(path))
    .flatMap((source) => {
      const texts: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isImportDeclaration(node)) return;
        if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
        ts.forEachChild(node, visit);
      };
      visit(parse(source));
      return texts
        .map((text) => text.replaceAll(/\s+/g, ' ').trim())
        .filter((text) => / /.test(text) || /^[A-Z]/.test(text))
        .map((text): Use => ({ scope: 'text', where: source.path, text }));
    });
}

/** Summaries, descriptions and titles of an API description. */
export function listInterfaceTexts(where: string, document: unknown): Use[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([member, value]): Use[] =>
    typeof value === 'string'
      ? ['summary', 'description', 'title'].includes(member)
        ? [{ scope: 'text', where, text: value }]
        : []
      : listInterfaceTexts(where, value),
  );
}

/** Every line of a document, without code. */
export const listLines = (where: string, text: string): Use[] =>
  text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .split('\n')
    .map((line) => ({ scope: 'text', where, text: line }));

/** Every string of a file with texts for people, such as the problem pages. */
export function listStrings(source: Source): Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node))
      if (/ /.test(node.text)) uses.push({ scope: 'text', where: source.path, text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return uses;
}
