import type { Given, Io } from '../src/command.ts';

export type TestIo = Io & { readonly printed: string[]; readonly complained: string[] };

/** An Io for tests: it keeps the output, and has only the given settings. */
export function createTestIo(changes: Partial<Io> = {}): TestIo {
  const printed: string[] = [];
  const complained: string[] = [];
  return {
    printed,
    complained,
    out: (line) => void printed.push(line),
    err: (line) => void complained.push(line),
    readStdin: async () => Buffer.alloc(0),
    cwd: import.meta.dirname,
    fetch,
    signal: new AbortController().signal,
    now: () => new Date(),
    ...changes,
    // No test reads the config file of the user who runs it.
    env: { XDG_CONFIG_HOME: '/nonexistent', ...changes.env },
  };
}

export const givenWords = (
  options: Given['options'] = {},
  { json = false, arguments: words = [] }: Partial<Given> = {},
): Given => ({ options, json, arguments: words });
