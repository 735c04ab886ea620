// One PostgreSQL under Patroni, with the configuration that we ship.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunStack } from '#bench/instrument';
import { binaries, postgresUser } from '#bench/service/cluster';
import { childrenOf, familyOf, isAlive, titleOf } from '#bench/service/machine';
import { freePort, repositoryRoot } from '#bench/service/service';

type Machine = {
  readonly address: string;
  readonly ports: { readonly postgres: number; readonly rest: number };
  /** The command that runs another command there as the PostgreSQL user. */
  within(command: readonly string[]): readonly string[];
  /** Cuts the link without notice to either side; undefined if there is no link to cut. */
  readonly link: { cut(): void; mend(): void } | undefined;
};

export type Network = {
  /** Where etcd, the proxy and the service are. */
  readonly hub: string;
  readonly machines: readonly Machine[];
};

const ip = (...args: readonly string[]): void => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** As the PostgreSQL user if we are root. */
function asPostgres(command: readonly string[]): readonly string[] {
  const user = postgresUser();
  if (user === undefined) return command;
  return ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...command];
}

export async function createLoopback(count: number): Promise<Network> {
  const machines: Machine[] = [];
  for (let index = 0; index < count; index += 1) {
    const ports = { postgres: await freePort(), rest: await freePort() };
    machines.push({ address: '127.0.0.1', ports, within: asPostgres, link: undefined });
  }
  return { hub: '127.0.0.1', machines };
}

/** Namespaces on a bridge; undefined if this machine does not allow them. */
export function createLinks(closing: RunStack, count: number): Network | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const tag = `mw${process.pid.toString(36)}`;
  const subnet = `10.203.${process.pid % 250}`;
  try {
    ip('link', 'add', `${tag}b`, 'type', 'bridge');
  } catch {
    return undefined;
  }
  closing.defer(() => ip('link', 'del', `${tag}b`));
  ip('addr', 'add', `${subnet}.1/24`, 'dev', `${tag}b`);
  ip('link', 'set', `${tag}b`, 'up');
  const machines = Array.from({ length: count }, (_, index): Machine => {
    const [namespace, outer, inner] = [`${tag}n${index}`, `${tag}o${index}`, `${tag}i${index}`];
    const address = `${subnet}.${index + 11}`;
    ip('netns', 'add', namespace);
    closing.defer(() => ip('netns', 'del', namespace));
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', namespace);
    ip('link', 'set', outer, 'master', `${tag}b`, 'up');
    ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', inner);
    ip('-n', namespace, 'link', 'set', inner, 'up');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    return {
      address,
      ports: { postgres: 5432, rest: 8008 },
      within: (command) => ['ip', 'netns', 'exec', namespace, ...asPostgres(command)],
      link: { cut: () => ip('link', 'set', outer, 'down'), mend: () => ip('link', 'set', outer, 'up') },
    };
  });
  return { hub: `${subnet}.1`, machines };
}

export type Node = {
  readonly name: string;
  readonly machine: Machine;
  /** Starts its Patroni, which starts its PostgreSQL. */
  start(): void;
  /** Whether it responds to the proxy's check as a primary. */
  isPrimary(): Promise<boolean>;
  /** Stops the processes that send the log to standbys; later commits exist on this node alone. */
  holdSenders(): void;
  /** kill -9 of Patroni, the postmaster and every backend; returns when they have ended. */
  kill(): Promise<void>;
  /** Freezes all of these. Patroni is stopped at the beginning of its loop, when it trusts what it has just read. */
  freeze(): Promise<void>;
  thaw(): void;
};

type NodeOptions = {
  readonly name: string;
  readonly machine: Machine;
  /** Where etcd listens. */
  readonly etcd: string;
  /** Its own existing folder. */
  readonly folder: string;
  readonly logFile: string;
  readonly changes: Changes;
};

export type Changes = {
  /** Injected. */
  readonly asynchronous: boolean;
  /** Injected. */
  readonly etcd3: boolean;
  /**
   * A lock of 8 s instead of 20 and no wait for disks, for sizes that must end soon; outages are shorter than in
   * production.
   */
  readonly hurried: boolean;
};

/** It protects nothing here. */
export const password = 'for-measurements-only';

const env = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  PATRONI_SUPERUSER_USERNAME: 'postgres',
  PATRONI_SUPERUSER_PASSWORD: password,
  PATRONI_REPLICATION_USERNAME: 'replicator',
  PATRONI_REPLICATION_PASSWORD: password,
  PATRONI_REWIND_USERNAME: 'rewinder',
  PATRONI_REWIND_PASSWORD: password,
};

/** Our shipped file except for names, addresses and what an injected fault changes. */
function configure(text: string, { name, machine, etcd, folder, changes }: Omit<NodeOptions, 'logFile'>): string {
  const rest = `${machine.address}:${machine.ports.rest}`;
  const postgres = `${machine.address}:${machine.ports.postgres}`;
  const replacements: readonly (readonly [RegExp, string])[] = [
    [/^name: .*$/m, `name: ${name}`],
    [/^ {2}listen: .*:8008$/m, `  listen: ${rest}`],
    [/^ {2}connect_address: .*:8008$/m, `  connect_address: ${rest}`],
    [/^ {2}listen: .*:5432$/m, `  listen: ${postgres}`],
    [/^ {2}connect_address: .*:5432$/m, `  connect_address: ${postgres}`],
    [/^etcd:\n {2}hosts: .*$/m, `${changes.etcd3 ? 'etcd3' : 'etcd'}:\n  hosts: ${etcd}`],
    [/^ {2}data_dir: .*$/m, `  data_dir: ${folder}/data`],
    [/^ {2}bin_dir: .*$/m, `  bin_dir: ${binaries}`],
    [/^ {2}pgpass: .*$/m, `  pgpass: ${folder}/pgpass`],
    [/^ {2}mode: automatic$/m, `  mode: 'off'`],
    // All connections use TCP, as between machines.
    [/^ {6}parameters:$/m, `      parameters:\n        unix_socket_directories: ''\n        jit: 'off'`],
    ...(changes.hurried
      ? ([
          [/^ {4}ttl: .*$/m, '    ttl: 8'],
          [/^ {4}loop_wait: .*$/m, '    loop_wait: 1'],
          [/^ {4}retry_timeout: .*$/m, '    retry_timeout: 3'],
          // Data written by a killed process is in the machine's memory, which stays; no test cuts its power.
          [/^ {6}parameters:$/m, `      parameters:\n        fsync: 'off'`],
          [/^ {4}- data-checksums$/m, '    - data-checksums\n    - no-sync'],
        ] as const)
      : []),
    ...(changes.asynchronous
      ? ([
          [/^ {4}synchronous_mode: true$/m, '    synchronous_mode: false'],
          [/^ {4}synchronous_mode_strict: true$/m, '    synchronous_mode_strict: false'],
        ] as const)
      : []),
  ];
  return replacements.reduce((configured, [line, replacement]) => {
    if (!line.test(configured)) throw new Error(`deploy/patroni/patroni.yml has no line like ${line.source}`);
    return configured.replace(line, replacement);
  }, text);
}

export function createNode(options: NodeOptions): Node {
  const { name, machine, folder } = options;
  const file = join(folder, 'patroni.yml');
  writeFileSync(file, configure(readFileSync(join(repositoryRoot, 'deploy/patroni/patroni.yml'), 'utf8'), options));
  let patroni: ChildProcess | undefined;

  const postmaster = (): number | undefined => {
    try {
      const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'latin1').split('\n', 1)[0]);
      return isAlive(pid) && titleOf(pid).includes(folder) ? pid : undefined;
    } catch {
      return undefined;
    }
  };
  /** Includes Patroni's short-lived children, such as pg_rewind. */
  const all = (): number[] => {
    const isRunning = patroni?.exitCode === null && patroni.signalCode === null;
    const roots = [postmaster(), isRunning ? patroni?.pid : undefined];
    return [...new Set(roots.flatMap((pid) => (pid === undefined ? [] : familyOf(pid))))];
  };
  return {
    name,
    machine,
    start() {
      const log = openSync(options.logFile, 'a');
      const [command = '', ...args] = machine.within(['/usr/bin/patroni', file]);
      patroni = spawn(command, args, { cwd: folder, env, stdio: ['ignore', log, log] });
      closeSync(log);
    },
    isPrimary: () => answersAsPrimary(machine),
    holdSenders: () => signal(sendersOf(postmaster()), 'SIGSTOP'),
    async kill() {
      const pids = all();
      signal(pids, 'SIGKILL');
      while (pids.some(isAlive)) await pause(10);
    },
    async freeze() {
      await wake(machine);
      if (patroni?.pid !== undefined) signal([patroni.pid], 'SIGSTOP');
      signal(all(), 'SIGSTOP');
    },
    thaw: () => signal(all(), 'SIGCONT'),
  };
}

const sendersOf = (postmaster: number | undefined): number[] =>
  postmaster === undefined ? [] : childrenOf(postmaster).filter((pid) => titleOf(pid).includes('walsender'));

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // It has just ended on its own.
      if (!isAlive(pid)) continue;
      throw error;
    }
  }
}

/** A frozen node accepts connections and does not respond. */
const answerLimitMs = 1000;

/** An empty change makes Patroni begin its loop immediately. */
async function wake({ address, ports }: Machine): Promise<void> {
  const asked = { method: 'PATCH', body: JSON.stringify({ synchronous_node_count: null }) };
  const limit = { signal: AbortSignal.timeout(answerLimitMs) };
  await fetch(`http://${address}:${ports.rest}/config`, { ...asked, ...limit }).catch(() => undefined);
}

async function answersAsPrimary({ address, ports }: Machine): Promise<boolean> {
  try {
    const url = `http://${address}:${ports.rest}/primary`;
    const response = await fetch(url, { method: 'OPTIONS', signal: AbortSignal.timeout(answerLimitMs) });
    return response.status === 200;
  } catch {
    return false;
  }
}
