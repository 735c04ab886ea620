// Sources for the measures in this folder: the files of the repository, their lines, exports and imports.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from '@typescript/typescript6';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The folders of our own code; generated and third-party files are not counted. */
const codeFolders = ['server/src', 'server/test', 'web/src', 'bench/src', 'sdk/src', 'cli/src', 'tools'] as const;

export type Source = { readonly path: string; readonly text: string };

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

export function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => !path.includes('node_modules') && statSync(join(root, path)).isFile())
    .toSorted();
}

const listCodeFiles = (): string[] => codeFolders.flatMap(listFiles);

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const isGenerated = (path: string): boolean => path.endsWith('.gen.ts');

/** Our own TypeScript, without generated files. */
export const listSources = (): Source[] =>
  listCodeFiles()
    .filter((path) => /\.tsx?$/.test(path) && !isGenerated(path))
    .map((path) => ({ path, text: read(path) }));

export const parse = ({ path, text }: Source): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

type Exported = { readonly name: string; readonly kind: 'value' | 'function' | 'type' };

/** A file's exports, including re-exports; `export *` does not occur. */
export function listExports(source: Source): Exported[] {
  return parse(source).statements.flatMap((statement): Exported[] => {
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      if (clause === undefined || !ts.isNamedExports(clause)) return [];
      return clause.elements.map((element) => ({
        name: element.name.text,
        kind: statement.isTypeOnly || element.isTypeOnly ? 'type' : 'value',
      }));
    }
    if (!ts.canHaveModifiers(statement)) return [];
    const exported = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return exported === true ? declared(statement) : [];
  });
}

function declared(statement: ts.Statement): Exported[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name, initializer }): Exported[] => {
      if (!ts.isIdentifier(name)) return namesIn(name).map((each) => ({ name: each, kind: 'value' }));
      return [{ name: name.text, kind: initializer !== undefined && isFunction(initializer) ? 'function' : 'value' }];
    });
  if (ts.isFunctionDeclaration(statement)) return [{ name: statement.name?.text ?? '', kind: 'function' }];
  if (ts.isClassDeclaration(statement)) return [{ name: statement.name?.text ?? '', kind: 'value' }];
  if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement))
    return [{ name: statement.name.text, kind: 'type' }];
  return [];
}

/** Names destructured from an object or a list. */
const namesIn = (pattern: ts.BindingPattern): string[] =>
  pattern.elements.flatMap((element) =>
    ts.isBindingElement(element) && ts.isIdentifier(element.name) ? [element.name.text] : [],
  );

const isFunction = (node: ts.Expression): boolean => ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** Specifiers of a file's imports and re-exports, including type imports. */
export const listImports = ({ text }: Source): string[] =>
  [...text.matchAll(/^(?:import|export)\b[^'";]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, from, dynamic]) => from ?? dynamic ?? '',
  );

/** The number of files in every folder with code. */
export function countPerFolder(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of listCodeFiles()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}
