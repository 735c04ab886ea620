// How much of the server a reader has to understand: its files, their dependencies, and the reach of one request.
import { dirname, join } from 'node:path';
import ts from '@typescript/typescript6';
import { listArrows } from './cycles.ts';
import { isTest, listSources, parse } from './sources.ts';

const aliases: readonly (readonly [pattern: RegExp, path: string])[] = [
  [/^#(actor|context)$/, 'server/src/$1.ts'],
  [/^#mount\/(.+)$/, 'server/src/modules/$1.ts'],
  [/^#(app|lib)\/(.+)$/, 'server/src/$1/$2.ts'],
  [/^#(modules|gateways|platform)\/(.+)$/, 'server/src/$1/$2/index.ts'],
];

function resolve(specifier: string, path: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  const [pattern, target] = aliases.find(([each]) => each.test(specifier)) ?? [/^/, ''];
  return specifier.replace(pattern, target);
}

type Link = { readonly to: string; readonly names: readonly string[] };
type Links = { readonly imports: readonly Link[]; readonly exports: ReadonlyMap<string, Link> };

/** A file's runtime imports, and the names that it only re-exports. */
function linksOf(path: string, tree: ts.SourceFile): Links {
  const imports: Link[] = [];
  const exports = new Map<string, Link>();
  for (const node of tree.statements) {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) continue;
      const bindings = clause?.namedBindings;
      const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
      const names = named.filter((each) => !each.isTypeOnly).map((each) => (each.propertyName ?? each.name).text);
      imports.push({ to: resolve(node.moduleSpecifier.text, path), names });
    }
    if (!ts.isExportDeclaration(node) || node.moduleSpecifier === undefined || node.exportClause === undefined)
      continue;
    if (!ts.isStringLiteral(node.moduleSpecifier) || !ts.isNamedExports(node.exportClause)) continue;
    const to = resolve(node.moduleSpecifier.text, path);
    for (const { name, propertyName } of node.exportClause.elements)
      exports.set(name.text, { to, names: [(propertyName ?? name).text] });
  }
  return { imports, exports };
}

export function measureStructure() {
  const sources = listSources().filter(({ path }) => path.startsWith('server/src/') && !isTest(path));
  const links = new Map(sources.map((source) => [source.path, linksOf(source.path, parse(source))]));
  const definer = (path: string, name: string): string => {
    const link = links.get(path)?.exports.get(name);
    return link === undefined ? path : definer(link.to, link.names[0] ?? name);
  };

  const importers = new Map<string, number>();
  for (const { path, text } of sources) {
    if (path.endsWith('/testing.ts')) continue;
    const specifiers = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)];
    for (const to of new Set(specifiers.map(([, from, dynamic]) => resolve(from ?? dynamic ?? '', path))))
      importers.set(to, (importers.get(to) ?? 0) + 1);
  }

  const reached = new Set(['server/src/modules/intakes/submission/submit-intake.ts']);
  for (const path of reached)
    for (const { to, names } of links.get(path)?.imports ?? [])
      for (const file of names.length === 0 ? [to] : names.map((name) => definer(to, name)))
        if (links.has(file)) reached.add(file);

  const lines = sources.map(({ path, text }) => ({ path, count: text.trimEnd().split('\n').length }));
  return {
    files: sources.length,
    lines: lines.reduce((sum, { count }) => sum + count, 0),
    medianLines: lines.map(({ count }) => count).toSorted((a, b) => a - b)[Math.floor(lines.length / 2)] ?? 0,
    /** Short files used by only one other file: most of them should be merged into it. */
    smallAndPrivate: lines.filter(({ path, count }) => count <= 40 && importers.get(path) === 1).length,
    arrows: new Set(
      listArrows(sources)
        .filter(([from, to]) => !from.includes('/') && from !== to)
        .map((arrow) => arrow.join(' ')),
    ).size,
    reachedByIntake: reached.size,
  };
}
