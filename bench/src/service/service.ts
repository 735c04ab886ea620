// The service's own processes, started as in production: separate, by their entry points, configured by environment.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Env, Policy } from '@makewhole/server/src/platform/config/index.ts';
import { splitSettings, unlimitedPolicy, type TestSettings } from '@makewhole/server/test/fixtures/test-settings.ts';
import { fileURLToPath } from 'node:url';
import type { RunStack } from '#bench/instrument';

/** Below the range that the kernel uses for outgoing connections. */
const lowest = 20_000;
const highest = 32_000;

/** A port without a listener. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${lowest} and ${highest}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Exits with one sentence if a program is missing. `packages` maps a name or path to the Debian package that has it.
 */
export function requirePrograms(packages: Readonly<Record<string, string>>): void {
  const folders = (process.env['PATH'] ?? '').split(':');
  const missing = Object.keys(packages).filter(
    (program) => !existsSync(program) && !folders.some((one) => existsSync(join(one, program))),
  );
  if (missing.length === 0) return;
  const names = [...new Set(missing.map((program) => packages[program]))];
  console.error(`${missing.join(', ')} not found. Install with: apt-get install ${names.join(' ')}`);
  process.exit(2);
}

type ProcessOptions = {
  /** Relative to the root of the code. */
  readonly script: string;
  /** The root of the code; default: this repository. */
  readonly root?: string;
  readonly args?: readonly string[];
  /** The process gets no other variable of our environment; values of the policy replace those of `benchPolicy`. */
  readonly env: TestSettings;
  readonly nodeArgs?: readonly string[];
  /** Where its output goes; by default its log is discarded and its errors go to ours. */
  readonly logFile?: string;
};

type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type Process = {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly running: boolean;
  /** Sends a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Exit>;
};

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** Keys and tokens in a run protect nothing. */
export const serviceEnv = {
  NODE_ENV: 'production',
  DATA_KEY: 'a key for measurements only with 32 characters or more',
  ALLOW_INSECURE: 'DATA_KEY',
  TEAM_NAME: 'Makewhole',
  TEAM_PHONE: '+12025550100',
  TEAM_EMAIL: 'help@makewhole.example',
  TEAM_ADDRESS: '1 Example Street, Springfield, IL 62701',
  CALLER_ID: '+12025550101',
  TEAM_TIME_ZONE: 'America/New_York',
  SERVICES_BY_STATE: '{"*":{"representation":true}}',
  LOG_LEVEL: 'info',
  // Required in production; it stays empty unless a run uploads documents.
  BLOB_DIR: join(tmpdir(), 'makewhole-bench-blobs'),
  METRICS_PORT: '0',
  SHUTDOWN_DRAIN_MS: '0',
} as const;

/**
 * Values that no setting changes. All of a run comes from one address, its people are few, and its institutions are
 * busy.
 */
export const benchPolicy: Partial<Policy> = {
  ...unlimitedPolicy,
  gapRequestsPerMin: 1_000_000_000,
  registerPerMin: 1_000_000,
};

function startProcess(options: ProcessOptions): Process {
  const log = openSync(options.logFile ?? '/dev/null', 'a');
  const { env, policy } = splitSettings(options.env);
  const script = toStart(options.script, { ...benchPolicy, ...policy });
  const args = [...(options.nodeArgs ?? []), ...script, ...(options.args ?? [])];
  const child = spawn(process.execPath, args, {
    cwd: options.root ?? repositoryRoot,
    env: { PATH: process.env['PATH'], ...asRole(options, env) },
    stdio: ['ignore', log, options.logFile === undefined ? 'inherit' : log],
  });
  closeSync(log);
  return watch(child);
}

export const withPolicy = 'server/test/processes/serve-with-policy.ts';

/** An api or a worker gets its policy as an argument. */
function toStart(script: string, policy: Partial<Policy>): readonly string[] {
  const entry = /^server\/src\/entrypoints\/(api|worker|all)\.ts$/.exec(script)?.[1];
  return entry === undefined ? [script] : [withPolicy, entry, JSON.stringify(policy)];
}

/** A process connects with its own role, whichever user its database URL names; migrations run as the owner. */
function asRole({ script, args }: ProcessOptions, env: Env): Env {
  const entry = /\/entrypoints\/(api|worker|cli)\.ts$/.exec(script)?.[1];
  if (entry === undefined || args?.[0] === 'migrate') return env;
  const asUser = (url: string) => Object.assign(new URL(url), { username: `makewhole_${entry}` }).href;
  const names = ['DATABASE_URL', 'DIRECT_DATABASE_URL'].filter((name) => env[name] !== undefined);
  return { ...env, ...Object.fromEntries(names.map((name) => [name, asUser(env[name] ?? '')])) };
}

function watch(child: ChildProcess): Process {
  const { pid } = child;
  if (pid === undefined) throw new Error('the process did not start');
  let running = true;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      running = false;
      resolve({ code, signal });
    });
  });
  return {
    pid,
    exited,
    get running() {
      return running;
    },
    signal(signal) {
      child.kill(signal);
    },
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** Waits until the URL returns 200; throws on a timeout, or if the process ends first. */
export async function waitReady(process: Process, url: string, limitMs = 60_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    if (!process.running) throw new Error(`the process ended before ${url} answered`);
    if (await answers(url)) return;
    await pause(30);
  }
  throw new Error(`${url} did not answer within ${limitMs} ms`);
}

async function answers(url: string): Promise<boolean> {
  try {
    // A kept connection may close just when another caller uses it.
    const response = await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

export async function migrate(databaseUrl: string): Promise<void> {
  const migration = startProcess({
    script: 'server/src/entrypoints/cli.ts',
    args: ['migrate'],
    env: { ...serviceEnv, DATABASE_URL: databaseUrl },
  });
  const { code } = await migration.exited;
  if (code !== 0) throw new Error(`the migration ended with ${code}`);
}

type ApiOptions = {
  readonly databaseUrl: string;
  readonly port: number;
  readonly root?: string;
  readonly env?: TestSettings;
  readonly nodeArgs?: readonly string[];
  readonly logFile?: string;
};

export function startApi({ databaseUrl, port, env, ...rest }: ApiOptions): Process {
  return startProcess({
    script: 'server/src/entrypoints/api.ts',
    env: { ...serviceEnv, DATABASE_URL: databaseUrl, PORT: String(port), ...env },
    ...rest,
  });
}

export type RunningApi = { readonly process: Process; readonly port: number; readonly base: string };

/** An api that is ready to serve, until it or the run ends. */
export async function runApi(
  closing: RunStack,
  { limitMs, ...options }: Omit<ApiOptions, 'port'> & { readonly limitMs?: number },
): Promise<RunningApi> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const process = closing.adopt(startApi({ ...options, port }), (one) => one.end('SIGKILL'));
  await waitReady(process, `${base}/readyz`, limitMs);
  return { process, port, base };
}

type WorkerOptions = Omit<ApiOptions, 'port'> & { readonly metricsPort: number };

export function startWorker({ databaseUrl, metricsPort, env, ...rest }: WorkerOptions): Process {
  return startProcess({
    script: 'server/src/entrypoints/worker.ts',
    env: { ...serviceEnv, ...env, DATABASE_URL: databaseUrl, METRICS_PORT: String(metricsPort) },
    ...rest,
  });
}

/** A worker that is ready, until it or the run ends. */
export async function runWorker(
  closing: RunStack,
  { limitMs, ...options }: Omit<WorkerOptions, 'metricsPort'> & { readonly limitMs?: number },
): Promise<Process> {
  const metricsPort = await freePort();
  const worker = closing.adopt(startWorker({ ...options, metricsPort }), (one) => one.end('SIGKILL'));
  await waitReady(worker, `http://127.0.0.1:${metricsPort}/metrics`, limitMs);
  return worker;
}
