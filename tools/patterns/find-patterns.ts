// Finds every regular expression of our programs: literals, schema patterns, and arguments of RegExp().
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from '@typescript/typescript6';
import { isTest, parse, root, type Source } from '../shape/sources.ts';

export type Found = {
  /** File and line. */
  readonly where: string;
  /** In the source text. */
  readonly text: string;
  /** Undefined if it is computed. */
  readonly pattern?: Pattern;
};
export type Pattern = { readonly source: string; readonly flags: string };

export const isProgram = ({ path }: Source): boolean => /^(?:server|sdk|cli|web)\/src\//.test(path) && !isTest(path);

/** A line with two slashes. Most files have them only in imports, and parsing takes longest. */
const mayHavePatterns = (text: string): boolean =>
  /\/[^/*].*\/|\bRegExp\b|\bpattern\b/.test(text.replaceAll(/ from '[^'\n]*'/g, ''));

export function findPatterns(file: Source): Found[] {
  if (!mayHavePatterns(file.text)) return [];
  const parsed = parse(file);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const pattern = readPattern(node);
    if (pattern !== undefined) {
      const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const at = { where: `${file.path}:${line}`, text: node.getText() };
      found.push(pattern === 'computed' ? at : { ...at, pattern });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function readPattern(node: ts.Node): Pattern | 'computed' | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
    const [source, flags] = node.arguments ?? [];
    if (source === undefined || !ts.isStringLiteralLike(source)) return 'computed';
    if (flags === undefined) return { source: source.text, flags: '' };
    return ts.isStringLiteralLike(flags) ? { source: source.text, flags: flags.text } : 'computed';
  }
  if (!isPatternMember(node)) return undefined;
  const value = ts.isPropertyAssignment(node) ? node.initializer : undefined;
  // Ajv compiles the patterns of schemas with this flag.
  if (value !== undefined && ts.isStringLiteralLike(value)) return { source: value.text, flags: 'u' };
  // The expression whose source this is was found separately.
  if (value !== undefined && ts.isPropertyAccessExpression(value) && value.name.text === 'source') return undefined;
  return isOfSchema(node) ? 'computed' : undefined;
}

const isPatternMember = (node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment =>
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && node.name.getText() === 'pattern';

const isOfSchema = ({ parent: { parent } }: ts.Node): boolean =>
  ts.isCallExpression(parent) && parent.expression.getText().startsWith('Type.');

/** Imports files and records the arguments of RegExp() meanwhile, by file and line. */
export async function recordPatterns(paths: readonly string[]): Promise<ReadonlyMap<string, readonly Pattern[]>> {
  const made = new Map<string, Pattern[]>();
  const note = ([source, flags = '']: readonly unknown[]): void => {
    const frames = new Error('here').stack?.split('\n').slice(1) ?? [];
    const caller = frames.find((frame) => !frame.includes(import.meta.url)) ?? '';
    const [, url, line] = /(file:[^\s?]+?)(?:\?\S*)?:(\d+):\d+/.exec(caller) ?? [];
    if (url === undefined) return;
    const where = `${relative(root, fileURLToPath(url))}:${line}`;
    made.set(where, [...(made.get(where) ?? []), { source: String(source), flags: String(flags) }]);
  };
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, given, as) => {
      note(given);
      return Reflect.construct(target, given, as) as RegExp;
    },
    apply: (target, self, given) => {
      note(given);
      return Reflect.apply(target, self, given) as RegExp;
    },
  });
  try {
    for (const path of paths) await import(pathToFileURL(resolve(root, path)).href);
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}
