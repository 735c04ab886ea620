// A function or value that is exported and that no other file names is not for others, or for nobody.
import { isTest, listExports, type Source } from './sources.ts';

const isCode = (path: string): boolean => /^(?:server|web|bench)\//.test(path) && !isTest(path);

/** Passing a name on is no use of it; giving it another name is. */
const withoutPassedOn = (text: string): string =>
  text.replaceAll(/^export \{([^}]*)\} from '[^']+';$/gm, (_, names: string) =>
    names
      .split(',')
      .filter((name) => / as /.test(name))
      .join(),
  );

/** Exported functions and values, by file, that are named nowhere else. Types say what a function takes and gives. */
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
