// An exported function or value that no other file names should not be exported, or should be deleted.
import { isTest, listExports, type Source } from './sources.ts';

const isCode = (path: string): boolean => /^(?:server|web|bench)\//.test(path) && !isTest(path);

/** A re-export does not count as a use, unless it renames. */
const withoutPassedOn = (text: string): string =>
  text.replaceAll(/^export \{([^}]*)\} from '[^']+';$/gm, (_, names: string) =>
    names
      .split(',')
      .filter((name) => / as /.test(name))
      .join(),
  );

/**
 * Exported functions and values that no other file names, by file. Types are exempt, because they describe parameters
 * and results.
 */
export function listUnusedExports(sources: readonly Source[]): string[] {
  const users = new Map<string, Set<string>>();
  for (const { path, text } of sources)
    for (const [word] of withoutPassedOn(text).matchAll(/[A-Za-z_$][\w$]*/g)) {
      const paths = users.get(word) ?? new Set();
      users.set(word, paths.add(path));
    }
  const isUsed = (name: string, path: string) => [...(users.get(name) ?? [])].some((user) => user !== path);
  return sources
    .filter(({ path }) => isCode(path))
    .flatMap((source) =>
      listExports(source)
        .filter(({ name, kind }) => kind !== 'type' && !isUsed(name, source.path))
        .map(({ name }) => `${source.path}: ${name}`),
    );
}
