// The service's own processes, started as in production: separate, by their entry points, configured by environment.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';

type ProcessOptions = {
  /** From the root of the code. */
  readonly script: string;
  /** Where the code is; default: this repository. */
  readonly root?: string;
  readonly args?: readonly string[];
  /** Nothing else of our environment reaches the process. */
  readonly env: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
  /** Where everything it prints goes; by default its log is discarded and its errors go to ours. */
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
  INTAKE_ANON_PER_MIN: '1000000000',
  // All of a run comes from one address, and its people are few.
  MAILS_PER_RECIPIENT_DAY: '1000000000',
  MAILS_PER_RECIPIENT_MONTH: '1000000000',
  TEXTS_PER_RECIPIENT_DAY: '1000000000',
  TEXTS_PER_RECIPIENT_MONTH: '1000000000',
  BUDGET_MAILS_GLOBAL: '1000000000',
  BUDGET_MAILS_ANONYMOUS: '1000000000',
  BUDGET_MAILS_NETWORK: '1000000000',
  BUDGET_MAILS_ADDRESS: '1000000000',
  BUDGET_MAILS_AGENT: '1000000000',
  BUDGET_MAILS_INSTITUTION: '1000000000',
  BUDGET_TEXTS_GLOBAL: '1000000000',
  BUDGET_TEXTS_ANONYMOUS: '1000000000',
  BUDGET_TEXTS_NETWORK: '1000000000',
  BUDGET_TEXTS_ADDRESS: '1000000000',
  BUDGET_TEXTS_AGENT: '1000000000',
  BUDGET_TEXTS_INSTITUTION: '1000000000',
  UPLOAD_ADDRESS_MB_PER_DAY: '1000000',
  UPLOAD_NETWORK_MB_PER_DAY: '1000000',
  UPLOAD_ANONYMOUS_MB_PER_DAY: '1000000',
  LOG_LEVEL: 'info',
  // Required in production; nothing is stored there unless a run uploads documents.
  BLOB_DIR: join(tmpdir(), 'makewhole-bench-blobs'),
  METRICS_PORT: '0',
  DRAIN_DELAY_MS: '0',
} as const;

export function startProcess(options: ProcessOptions): Process {
  const log = openSync(options.logFile ?? '/dev/null', 'a');
  const args = [...(options.nodeArgs ?? []), options.script, ...(options.args ?? [])];
  const child = spawn(process.execPath, args, {
    cwd: options.root ?? repositoryRoot,
    env: { PATH: process.env['PATH'], ...asRole(options) },
    stdio: ['ignore', log, options.logFile === undefined ? 'inherit' : log],
  });
  closeSync(log);
  return watch(child);
}

/**
 * A process connects as the role that is meant for it, whoever's address of the database it was given, unless its version
 * knows none; migrations do as its owner.
 */
function asRole({ script, root, args, env }: ProcessOptions): Readonly<Record<string, string>> {
  const entry = /\/start\/(api|worker|cli)\.ts$/.exec(script)?.[1];
  const knowsRoles = root === undefined || existsSync(join(root, 'migrations/0106-platform-roles.sql'));
  if (entry === undefined || !knowsRoles || args?.[0] === 'migrate') return env;
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

/** Waits until the address answers 200; throws when it does not in time, or when the process ends first. */
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
    // A connection that is kept may be closed in the moment in which somebody else uses it next.
    const response = await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

export async function migrate(databaseUrl: string): Promise<void> {
  const migration = startProcess({
    script: 'server/src/start/cli.ts',
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
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
  readonly logFile?: string;
};

export function startApi({ databaseUrl, port, env, ...rest }: ApiOptions): Process {
  return startProcess({
    script: 'server/src/start/api.ts',
    env: { ...serviceEnv, DATABASE_URL: databaseUrl, PORT: String(port), ...env },
    ...rest,
  });
}

/** Starts an api and waits until it can serve. */
export async function startReadyApi(options: ApiOptions): Promise<Process> {
  const api = startApi(options);
  try {
    await waitReady(api, `http://127.0.0.1:${options.port}/readyz`);
    return api;
  } catch (error) {
    await api.end('SIGKILL');
    throw error;
  }
}
