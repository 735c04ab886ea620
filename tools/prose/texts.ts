// Every text of the project that people read, by kind: documents, comments, test titles, product texts.
import ts from '@typescript/typescript6';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, read, root, type Source } from '../shape/sources.ts';

export type Kind = 'documents' | 'comments' | 'titles' | 'texts';
export type Text = { readonly kind: Kind; readonly path: string; readonly line: number; readonly text: string };

const isOurs = (path: string): boolean =>
  !/\.gen\.tsx?$|^spec\/|(?:^|\/)(?:fixtures|recordings|wire|released)\//.test(path);

/** Skipped: packages, and files that a build or a run writes. */
const skipped = new Set(['node_modules', 'dist', '.git', '.results']);

export const listPaths = (): string[] =>
  globSync(['**/*.{md,ts,tsx}', '.github/**/*.md'], { cwd: root, exclude: (path) => skipped.has(basename(path)) })
    .filter((path) => isOurs(path) && !path.startsWith('data/'))
    .toSorted();

export const listTextsOf = (path: string): Text[] => {
  const source = { path, text: read(path) };
  return path.endsWith('.md') ? listParagraphs(source) : listTextsOfCode(source);
};

/** Paragraphs, list items and table cells without code. */
function listParagraphs({ path, text }: Source): Text[] {
  const blank = (code: string): string => code.replaceAll(/[^\n]/g, ' ');
  const lines = text
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/`[^`\n]*`|"[^"\n]*"/g, 'it')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split('\n');
  const found: Text[] = [];
  let open = false;
  for (const [index, line] of lines.entries()) {
    const begins = !open || /^\s*(?:[-*#|>]|\d+\.)/.test(line);
    const last = found.at(-1);
    if (line.trim() === '') open = false;
    else if (begins || last === undefined) {
      for (const cell of line.replace(/^\s*(?:[-*#>]+|\d+\.)\s*/, '').split(/(?<!\\)\|/))
        if (cell.trim() !== '') found.push({ kind: 'documents', path, line: index + 1, text: cell.trim() });
      open = true;
    } else found[found.length - 1] = { ...last, text: `${last.text} ${line.trim()}` };
  }
  return found;
}

const isTestFile = (path: string): boolean => /\.(?:test|e2e)\.tsx?$/.test(path);

/** Files with strings for owners, staff, partners or agent developers, rather than for our own programs. */
const isForPeople = (path: string): boolean =>
  !isTestFile(path) &&
  (/^web\/src\/|^cli\/src\//.test(path) ||
    (path.startsWith('server/src/') &&
      /(?:messages|page|pages|errors|schemas|problems|guide|settings|data|commands|terms|form|-html|layout)\.ts$|\/(?:openapi|site|mcp|problems|templates|config|describe-commands)/.test(
        path,
      )));

function listTextsOfCode(source: Source): Text[] {
  const file = parse(source);
  const found: Text[] = [];
  const at = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  const seen = new Set<number>();
  const addComments = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      const text = source.text
        .slice(pos, end)
        .replaceAll(/^\/\*\*?|\*\/$|^\s*\*|^\/\/+/gm, ' ')
        .replaceAll(/`[^`]*`/g, 'it')
        .replaceAll(/\s+/g, ' ')
        .trim();
      const last = found.at(-1);
      const continues = last?.kind === 'comments' && source.text.startsWith('//', pos) && last.line + 1 === at(pos);
      if (continues) found[found.length - 1] = { ...last, line: at(pos), text: `${last.text} ${text}` };
      else found.push({ kind: 'comments', path: source.path, line: at(pos), text });
    }
  };
  const add = (kind: Kind, node: ts.Node, text: string): void => {
    if (/ .* /.test(text))
      found.push({ kind, path: source.path, line: at(node.getStart(file)), text: text.replaceAll(/\s+/g, ' ').trim() });
  };
  const visit = (node: ts.Node): void => {
    addComments(ts.getLeadingCommentRanges(source.text, node.getFullStart()));
    addComments(ts.getTrailingCommentRanges(source.text, node.getEnd()));
    if (isTestFile(source.path)) {
      const title = titleOf(node);
      if (title !== undefined) add('titles', title, title.text);
    } else if (
      isForPeople(source.path) &&
      (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node))
    )
      if (!isSql(node.text)) add('texts', node, node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isSql = (text: string): boolean =>
  /\b(?:select|insert|update|delete|with)\b[\s\S]*\b(?:from|into|set|as)\b/.test(text) && !/[A-Z]/.test(text[0] ?? '');

const titled = new Set(['it', 'test', 'describe']);

/** The title of `it('…', …)`, `describe.each(…)('…', …)` and the like. */
function titleOf(node: ts.Node): ts.StringLiteralLike | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  let called: ts.Expression = node.expression;
  while (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) called = called.expression;
  const [title] = node.arguments;
  return ts.isIdentifier(called) && titled.has(called.text) && title !== undefined && ts.isStringLiteralLike(title)
    ? title
    : undefined;
}
