// A temporary PostgreSQL server: nothing else runs on it, and it may be killed.
import { execFileSync, spawn, type ChildProcess, type ExecFileSyncOptions } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { childrenOf, isAlive } from './machine.ts';
import { freePort, requirePrograms } from './service.ts';

export const binaries = process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin';

/** Like a small production server: every commit is on disk before it is acknowledged. */
const settings = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  // A checkpoint that falls in only one slice would be charged to one variant.
  checkpoint_timeout: '30min',
  jit: 'off',
};

export type Cluster = {
  readonly directory: string;
  /** The running postmaster. */
  readonly pid: number;
  readonly port: number;
  url(database: string): string;
  createDatabase(name: string): Promise<string>;
  /** Bytes written to the write-ahead log since the server was created. */
  walPosition(): Promise<number>;
  /** kill -9, then starts again as soon as the last backend is gone; returns when the server accepts connections. */
  crash(): Promise<void>;
  /** Stops every process of the server with its connections open; returns a function that continues them. */
  freeze(): () => void;
  remove(): Promise<void>;
};

export type ClusterOrigin = {
  /** Fills the data directory; creates an empty cluster by default. */
  readonly fill?: (data: string, as: ExecFileSyncOptions) => void;
  /** Added to the server's environment, which its archive command inherits. */
  readonly env?: Readonly<Record<string, string>>;
};

export async function startCluster(
  changes: Readonly<Record<string, string>> = {},
  { fill = initialize, env = {} }: ClusterOrigin = {},
): Promise<Cluster> {
  requirePrograms({ [join(binaries, 'postgres')]: 'postgresql-15' });
  const directory = mkdtempSync(join(tmpdir(), 'makewhole-cluster-'));
  const data = join(directory, 'data');
  const owner = postgresUser();
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const port = await freePort();
  const as = { ...owner, cwd: directory, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env } };
  fill(data, as);
  const options = { ...settings, ...changes, port: String(port), unix_socket_directories: directory };
  const args = ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const start = () => spawn(join(binaries, 'postgres'), args, { ...as, stdio: 'ignore' });
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;

  let server = start();
  try {
    await takesConnections(url('postgres'));
  } catch (error) {
    await shutDown(server);
    discard(directory);
    throw error;
  }
  return {
    directory,
    get pid() {
      return pidOf(server);
    },
    port,
    url,
    async createDatabase(name) {
      await withClient(url('postgres'), (client) => client.query(`create database ${name}`));
      return url(name);
    },
    walPosition: () =>
      withClient(url('postgres'), async (client) => {
        const { rows } = await client.query<{ bytes: number }>(
          `select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`,
        );
        return rows[0]?.bytes ?? Number.NaN;
      }),
    async crash() {
      await killAll(server);
      rmSync(join(data, 'postmaster.pid'), { force: true });
      server = start();
      await takesConnections(url('postgres'));
    },
    freeze: () => freezeAll(server),
    async remove() {
      await shutDown(server);
      discard(directory);
    },
  };
}

function initialize(data: string, as: ExecFileSyncOptions): void {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), args, { ...as, stdio: 'ignore' });
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root, so in that case it runs as its own user. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

function pidOf(server: ChildProcess): number {
  if (server.pid === undefined) throw new Error('PostgreSQL did not start');
  return server.pid;
}

const startLimitMs = 30_000;

async function takesConnections(url: string): Promise<void> {
  const deadline = performance.now() + startLimitMs;
  for (;;) {
    try {
      return await withClient(url, async () => undefined);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(30);
    }
  }
}

/** Backends notice the death of their postmaster on their own; those still alive after this time are killed too. */
const orphanLimitMs = 5000;

/** A new server cannot start while any backend of the old one still holds the shared memory. */
async function killAll(server: ChildProcess): Promise<void> {
  const backends = childrenOf(pidOf(server));
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await gone;
  const deadline = performance.now() + orphanLimitMs;
  while (backends.some(isAlive)) {
    if (performance.now() > deadline) for (const pid of backends.filter(isAlive)) process.kill(pid, 'SIGKILL');
    await pause(10);
  }
}

function freezeAll(server: ChildProcess): () => void {
  const frozen = [pidOf(server), ...childrenOf(pidOf(server))];
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of frozen) {
      try {
        process.kill(pid, signal);
      } catch {
        // A backend may have ended meanwhile.
      }
    }
  };
  send('SIGSTOP');
  return () => send('SIGCONT');
}

const discard = (directory: string): void =>
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

async function shutDown(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  // SIGQUIT is the immediate shutdown. The data is discarded, so nothing has to be flushed.
  server.kill('SIGQUIT');
  await gone;
}
