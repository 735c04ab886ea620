// Dependencies between modules and between the folders of one module, from the imports in the source.
import { dirname, join } from 'node:path';
import { isTest, listImports, type Source } from './sources.ts';

const modulePath = /^server\/src\/modules\/([^/]+)\/(?:([^/]+)\/)?[^/]+\.ts$/;

type Arrow = readonly [from: string, to: string];

/** Which module imports which: modules by `#modules/<name>`, a module's folders by their paths. */
export function listArrows(sources: readonly Source[]): Arrow[] {
  return sources.flatMap((source): Arrow[] => {
    const [, module = '', folder] = modulePath.exec(source.path) ?? [];
    if (module === '' || isTest(source.path) || source.path.endsWith('/testing.ts')) return [];
    return listImports(source).flatMap((specifier): Arrow[] => {
      const other = /^#modules\/(.+)$/.exec(specifier)?.[1];
      if (other !== undefined) return [[module, other]];
      if (!specifier.startsWith('.') || folder === undefined) return [];
      const [, , target] = modulePath.exec(join(dirname(source.path), specifier)) ?? [];
      if (target === undefined || target === folder) return [];
      return [[`${module}/${folder}`, `${module}/${target}`]];
    });
  });
}

/** Nodes that can reach themselves. */
export function listCycles(arrows: readonly Arrow[]): string[] {
  const next = Map.groupBy(arrows, ([from]) => from);
  const reaches = (start: string): boolean => {
    const seen = new Set<string>();
    const left = [start];
    while (left.length > 0) {
      for (const [, to] of next.get(left.pop() ?? '') ?? []) {
        if (to === start) return true;
        if (!seen.has(to)) left.push(to);
        seen.add(to);
      }
    }
    return false;
  };
  return [...next.keys()].filter(reaches).toSorted();
}
