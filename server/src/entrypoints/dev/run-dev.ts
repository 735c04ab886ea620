import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '#platform/config';
import { loadDemo, wasInterrupted } from './demo-loader.ts';
import { DevError } from './dev-error.ts';
import { databaseEnv, writeEnv, loadSettings, serviceEnv } from './dev-settings.ts';
import { findFreePort, isPortFree } from './find-free-port.ts';
import { parseFlags, type Flags } from './parse-flags.ts';
import { createDatabase, prepareDatabase } from './prepare-database.ts';
import { startPostgres, stopLeftover, type Postgres } from './start-postgres.ts';
import { WatchedProcess } from './watched-process.ts';
import { devFolder } from './with-dev-settings.ts';
import { buildPages, reloadPages } from './web-pages.ts';

const print = (line: string): void => console.log(line);

/** The parts that have started so far. */
type Running = {
  demo?: ChildProcess | undefined;
  vite?: { stop(): void };
  service?: WatchedProcess;
  postgres?: Postgres;
  lock?: string;
};

/** `npm run dev`: database, service, web pages and demo, until Ctrl-C. */
async function runDev(words: readonly string[], env: Env): Promise<void> {
  const running: Running = {};
  const stop = stopOnSignals(running);
  try {
    const flags = parseFlags(words);
    if (flags !== undefined) await start(flags, env, running);
  } catch (error) {
    console.error(error instanceof DevError ? error.message : error);
    await stop(1);
  }
}

function stopOnSignals(running: Running): (code: number) => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = (code: number) => (stopping ??= end(running).then(() => process.exit(code)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping === undefined) print('Stopping.');
      void stop(0);
    });
  return stop;
}

/** The database stops last, because the others use it. */
async function end({ demo, vite, service, postgres, lock }: Running): Promise<void> {
  demo?.kill('SIGKILL');
  vite?.stop();
  await service?.stop();
  await postgres?.stop();
  if (lock !== undefined) rmSync(lock, { force: true });
}

async function start(flags: Flags, env: Env, running: Running): Promise<void> {
  const began = performance.now();
  const external = env['DATABASE_URL'] || undefined;
  const port = flags.port ?? Number(env['PORT'] || 8080);
  await refuse(flags, env, port);
  const folder = devFolder;
  running.lock = lock(folder);
  const interrupted = wasInterrupted(folder);
  if (flags.reset) await reset(folder, running.lock);
  const settings = await loadSettings(folder);
  const logs = { service: join(folder, 'service.log'), web: join(folder, 'web.log') };
  const service = (running.service = new WatchedProcess({ port, log: logs.service, print }));
  const pages = buildPages(logs.web);
  // Awaited below; an error before that must not crash the process.
  pages.catch(() => undefined);
  const own = external === undefined ? await startOwnDatabase({ folder, settings, interrupted, running }) : undefined;
  if (external !== undefined) await prepareDatabase({ url: external });
  const made: Env = { ...serviceEnv(port, folder), DATA_KEY: settings.dataKey, ...(own ?? { DATABASE_URL: external }) };
  if (own !== undefined) writeEnv(folder, made);
  await pages;
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const all: Env = { ...made, ...set, PORT: String(port) };
  const url = all['PUBLIC_BASE_URL'] ?? '';
  if (!(await service.start(all))) throw new DevError(`The service does not start; see ${logs.service}.`);
  service.watch();
  running.vite = reloadPages({ url, port: await findFreePort(5200, 5300), log: logs.web, print });
  print(`\n  ${url}/dev   (${((performance.now() - began) / 1000).toFixed(1)} s)\n`);
  running.demo = flags.empty ? undefined : loadDemo({ folder, env: all, print });
  if (running.demo !== undefined) print('The demo is loading in the background; the page shows when it is ready.');
  print('Changes to server/src restart the service. Ctrl-C stops everything.');
}

async function refuse({ reset: isReset }: Flags, env: Env, port: number): Promise<void> {
  if (env['NODE_ENV'] === 'production')
    throw new DevError('npm run dev signs anyone in with one click, so it does not run with NODE_ENV=production.');
  if (isReset && env['DATABASE_URL'])
    throw new DevError(
      '--reset deletes only the database of npm run dev, and DATABASE_URL names another one: unset it.',
    );
  if (!isOwnDatabase(env))
    throw new DevError(
      'npm run dev changes the database and sends its messages to an inbox page, so DATABASE_URL must name one on this machine.',
    );
  if (!(await isPortFree(port, env['HOST'] || '127.0.0.1')))
    throw new DevError(
      `Port ${port} is in use: stop the program that uses it, or choose another port with npm run dev -- --port ${port + 1}.`,
    );
}

/** Two instances on the same data would damage it. */
function lock(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'running');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  if (pid !== undefined && pid !== process.pid && isRunning(pid))
    throw new DevError(
      `npm run dev is already running in this folder as process ${pid}. If it is not, delete ${file}.`,
    );
  writeFileSync(file, String(process.pid));
  return file;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function reset(folder: string, lockFile: string): Promise<void> {
  if (existsSync(join(folder, 'settings.json'))) await stopLeftover(folder, (await loadSettings(folder)).password);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(lockFile, String(process.pid));
}

type Own = {
  readonly folder: string;
  readonly settings: Awaited<ReturnType<typeof loadSettings>>;
  readonly interrupted: boolean;
  readonly running: Running;
};

async function startOwnDatabase({ folder, settings, interrupted, running }: Own): Promise<Env> {
  const postgres = await startPostgres(folder, settings);
  running.postgres = postgres;
  if (interrupted) print('The demo was interrupted last time, so its database is created again.');
  await createDatabase(postgres.url('postgres'), 'makewhole', { anew: interrupted });
  await prepareDatabase({ url: postgres.url('makewhole'), password: settings.password });
  return databaseEnv(settings, postgres.port);
}

await runDev(process.argv.slice(2), process.env);

/** A database of this machine, or of the containers of compose.yaml, which open the pages to everyone. */
function isOwnDatabase({ DATABASE_URL: url, DEV_PAGES: pages }: Env): boolean {
  if (!url || pages === 'open') return true;
  return ['', 'localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? 'unknown');
}
