import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Io } from '../src/command.ts';
import { commands } from '../src/commands.ts';
import { runMw } from '../src/run-mw.ts';

type Given = {
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly stdin?: string | Buffer;
  readonly now?: () => Date;
  readonly columns?: number;
};

export type Ran = { readonly exitCode: number; readonly out: readonly string[]; readonly err: readonly string[] };

type OnLine = (line: string, end: () => void) => void;
type More = { readonly onErr?: OnLine; readonly onStart?: (end: () => void) => void };

export type Shell = {
  readonly folder: string;
  /** Runs the words after `mw`. `onLine` and `onErr` see each line as it is printed, and may end the command. */
  run(words: string, onLine?: OnLine, more?: More): Promise<Ran>;
};

/** A user's shell with its own home, in the test process. */
export function createShell({
  url,
  env = {},
  fetch: send = fetch,
  stdin = '',
  now = () => new Date(),
  columns,
}: Given = {}): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'makewhole-mw-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    async run(words, onLine, { onErr, onStart } = {}) {
      const ending = new AbortController();
      const [out, err] = [[] as string[], [] as string[]];
      const io: Io = {
        out: (text) => {
          for (const line of text.split('\n')) out.push(line);
          onLine?.(text, () => ending.abort());
        },
        err: (text) => {
          err.push(text);
          onErr?.(text, () => ending.abort());
        },
        readStdin: async () => Buffer.from(stdin),
        env: { XDG_CONFIG_HOME: folder, ...(url === undefined ? {} : { MAKEWHOLE_URL: url }), ...env },
        cwd: folder,
        fetch: send,
        signal: ending.signal,
        now,
        columns,
      };
      onStart?.(() => ending.abort());
      const exitCode = await runMw(commands, words === '' ? [] : words.split(' '), io);
      return { exitCode, out, err };
    },
  };
}
