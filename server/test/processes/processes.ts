import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Env } from '#platform/config';
import { splitSettings, type TestSettings } from '#test/fixtures/test-settings';
import { compileCache } from '#test/processes/compile-cache';
import { until } from '#test/until';
import { urlFor, type DatabaseRole } from '#test/database/databases';

type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type RunningProcess = {
  readonly pid: number | undefined;
  /** The output so far. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exited: Promise<Exit>;
  signal(name: NodeJS.Signals): void;
};

type Entry = 'api' | 'worker' | 'all' | 'document-parser';

/**
 * Starts an entry point as an operator would, with these settings only; killed when the test ends at the latest. Only a
 * test policy needs another file.
 */
export function startProcess(entry: Entry, settings: TestSettings): RunningProcess {
  const { env, policy } = splitSettings(settings);
  const own = Object.keys(policy).length === 0;
  const file = fileURLToPath(
    new URL(own ? `../../src/entrypoints/${entry}.ts` : 'serve-with-policy.ts', import.meta.url),
  );
  return watchProcess(
    spawn(process.execPath, [file, ...(own ? [] : [entry, JSON.stringify(policy)])], {
      env: { ...compileCache, ...env, ...asRole(entry, env) },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

/** A process connects as its own role, whichever role the given database URL has. */
function asRole(entry: Entry, { DATABASE_URL: url }: Env): Env {
  if (url === undefined || !URL.canParse(url)) return {};
  const urlOf = (role: DatabaseRole) => urlFor(url, role).reveal();
  if (entry === 'all') return { DATABASE_URL: urlOf('api'), WORKER_DATABASE_URL: urlOf('worker') };
  return { DATABASE_URL: urlOf(entry === 'worker' ? 'worker' : 'api') };
}

/** Collects the output of a process, and kills it if it still runs when the test ends. */
export function watchProcess(child: ChildProcess): RunningProcess {
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
    });
  }
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  });
  return {
    pid: child.pid,
    get stdout() {
      return printed.stdout;
    },
    get stderr() {
      return printed.stderr;
    },
    exited,
    signal: (name) => {
      child.kill(name);
    },
  };
}

/** A free port, below the range that the system uses for outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The status of GET /readyz; undefined without a response. */
export async function readiness(baseUrl: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${baseUrl}/readyz`, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

export const untilReady = (baseUrl: string) =>
  until('the api to be ready', async () => (await readiness(baseUrl)) === 200);
