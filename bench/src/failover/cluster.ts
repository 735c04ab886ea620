// A cluster as we recommend it: etcd, nodes under Patroni, and HAProxy in front, each a separate process in a
// temporary folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, repositoryRoot, requirePrograms } from '#bench/service/service';
import type { RunStack } from '#bench/instrument';
import { postgresUser, withClient } from '#bench/service/cluster';
import { isSoon, until as untilSo } from '#bench/until';
import { type Changes, type Network, type Node, createNode, password } from './node.ts';

export type PatroniCluster = {
  readonly nodes: readonly Node[];
  /** Through the proxy, like the service. */
  readonly databaseUrl: string;
  /** Where the proxy serves the results of its checks. */
  readonly proxyMetricsPort: number;
  /** The URL of one node, bypassing the proxy. */
  urlOf(node: Node): string;
  primary(): Promise<Node>;
  /** The nodes that the primary waits for. */
  synchronous(): Promise<Node[]>;
  /** Waits until one of the others is the primary. */
  replaced(former: Node): Promise<void>;
  /**
   * Waits until there is a primary that every other node follows, one of them synchronously; false if that does not
   * happen.
   */
  whole(): Promise<boolean>;
  switchOver(): Promise<void>;
};

type Options = {
  readonly network: Network;
  readonly changes: Changes;
  readonly logOf: (name: string) => string;
  /** Fills the new database while the standbys are copied; its commits do not wait for a standby. */
  readonly fill: (databaseUrl: string) => Promise<void>;
};

export async function startPatroniCluster(closing: RunStack, options: Options): Promise<PatroniCluster> {
  const { network, changes, logOf, fill } = options;
  requirePrograms({ patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', ip: 'iproute2' });
  const folder = own(closing.folder('failover'));
  const etcd = `${network.hub}:${await startEtcd(closing, { folder: join(folder, 'etcd'), hub: network.hub, log: logOf('etcd') })}`;
  const nodes = network.machines.map((machine, index) => {
    const name = `pg${index + 1}`;
    const home = own(join(folder, name));
    return createNode({ name, machine, etcd, folder: home, logFile: logOf(`patroni-${name}`), changes });
  });
  const [first, ...others] = nodes;
  if (first === undefined) throw new Error('there is no node');
  for (const node of nodes) closing.adopt(node, (one) => one.kill());
  first.start();
  await until('the first primary', () => first.isPrimary());
  for (const node of others) node.start();
  const [proxyPort, proxyMetricsPort] = await startProxy(closing, folder, nodes);
  const url = (host: string, port: number) => `postgres://postgres:${password}@${host}:${port}`;

  const primary = async (): Promise<Node> => {
    let found: Node | undefined;
    await until('a primary', async () => {
      for (const node of nodes) if (found === undefined && (await node.isPrimary())) found = node;
      return found !== undefined;
    });
    return found ?? first;
  };
  const cluster: PatroniCluster = {
    nodes,
    databaseUrl: `${url('127.0.0.1', proxyPort)}/makewhole`,
    proxyMetricsPort,
    urlOf: ({ machine }) => `${url(machine.address, machine.ports.postgres)}/makewhole`,
    primary,
    async synchronous() {
      const members = await membersOf(await primary());
      return nodes.filter((node) => members.some(({ name, role }) => name === node.name && role === 'sync_standby'));
    },
    replaced: (former) =>
      until(`another primary than ${former.name}`, async () => {
        const answers = await Promise.all(nodes.filter((node) => node !== former).map((node) => node.isPrimary()));
        return answers.includes(true);
      }),
    whole: () =>
      isSoon(async () => isWhole(await membersOf(await primary()), nodes.length, changes), { limitMs, everyMs: 100 }),
    switchOver: () => until('a switchover', async () => changeFrom(await primary())),
  };
  const local = '?options=-c%20synchronous_commit%3Dlocal';
  const { address, ports } = first.machine;
  const [started] = await Promise.all([
    cluster.whole(),
    withClient(`${url(address, ports.postgres)}/postgres${local}`, (client) =>
      client.query('create database makewhole'),
    ).then(() => fill(cluster.urlOf(first) + local)),
  ]);
  if (!started) throw new Error('the cluster did not start');
  return cluster;
}

/** A folder that PostgreSQL's user may write to. */
function own(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const user = postgresUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

const restOf = ({ machine }: Node): string => `http://${machine.address}:${machine.ports.rest}`;

/** Patroni refuses while the standby lags behind the primary; the switchover is then requested again. */
async function changeFrom(primary: Node): Promise<boolean> {
  const asked = { method: 'POST', body: JSON.stringify({ leader: primary.name }), signal: AbortSignal.timeout(60_000) };
  return (await fetch(`${restOf(primary)}/switchover`, asked).catch(() => undefined))?.ok === true;
}

type Member = { readonly name: string; readonly role: string; readonly state: string; readonly timeline?: number };

async function membersOf(node: Node): Promise<readonly Member[]> {
  try {
    const response = await fetch(`${restOf(node)}/cluster`, { signal: AbortSignal.timeout(2000) });
    return ((await response.json()) as { members: Member[] }).members;
  } catch {
    return [];
  }
}

function isWhole(members: readonly Member[], count: number, { asynchronous }: Changes): boolean {
  const up = members.filter(({ state }) => state === 'running' || state === 'streaming');
  return (
    up.length === count &&
    up.some(({ role }) => role === 'leader') &&
    new Set(up.map(({ timeline }) => timeline)).size === 1 &&
    (asynchronous || up.some(({ role }) => role === 'sync_standby'))
  );
}

/** Longer than a lock, a rewind and a copy of the whole node on a busy machine. */
const limitMs = 180_000;

const until = (what: string, isSo: () => Promise<boolean>) => untilSo(what, isSo, { limitMs, everyMs: 100 });

type EtcdOptions = { readonly folder: string; readonly hub: string; readonly log: string };

/** One etcd is enough for a run, since only PostgreSQL fails here. */
async function startEtcd(closing: RunStack, { folder, hub, log }: EtcdOptions): Promise<number> {
  const port = await freePort();
  const peer = `http://127.0.0.1:${await freePort()}`;
  const client = `http://${hub}:${port}`;
  const args = [
    `--data-dir=${own(folder)}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    '--enable-v2',
  ];
  run(closing, ['etcd', ...args], { folder, log });
  await until('etcd', async () => (await fetch(`${client}/health`).catch(() => undefined))?.ok === true);
  return port;
}

async function startProxy(closing: RunStack, folder: string, nodes: readonly Node[]): Promise<[number, number]> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const file = join(folder, 'haproxy.cfg');
  const servers = nodes.map(
    ({ name, machine: { address, ports } }) =>
      `  server ${name} ${address}:${ports.postgres} check port ${ports.rest}\n`,
  );
  const text = readFileSync(join(repositoryRoot, 'deploy/patroni/haproxy.cfg'), 'utf8');
  const own = text
    .replace(/^ {2}bind :\d+$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^ {2}bind 127\.0\.0\.1:8405$/m, `  bind 127.0.0.1:${metricsPort}`)
    .replace(/(?:^ {2}server pg\d+ .*\n)+/m, servers.join(''));
  writeFileSync(file, own);
  run(closing, ['haproxy', '-db', '-q', '-f', file], { folder, log: '/dev/null' });
  return [port, metricsPort];
}

function run(closing: RunStack, [command = '', ...args]: readonly string[], to: { folder: string; log: string }): void {
  const log = openSync(to.log, 'a');
  const child: ChildProcess = spawn(command, args, { ...postgresUser(), cwd: to.folder, stdio: ['ignore', log, log] });
  closeSync(log);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  closing.adopt(child, (one) => {
    one.kill('SIGKILL');
    return gone;
  });
}
