// Where the nodes are: on loopback, or each in a network namespace of its own, behind a link that can be cut.
import { execFileSync } from 'node:child_process';
import type { RunStack } from '#bench/run-stack';
import { postgresUser } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';

export type Machine = {
  readonly address: string;
  readonly ports: { readonly postgres: number; readonly rest: number };
  /** The command that runs another there, as the user of PostgreSQL. */
  within(command: readonly string[]): readonly string[];
  /** Cuts the link without a word to either side; undefined where there is none to cut. */
  readonly link: { cut(): void; mend(): void } | undefined;
};

export type Network = {
  /** Where etcd, the proxy and the service are. */
  readonly hub: string;
  readonly machines: readonly Machine[];
};

const ip = (...args: readonly string[]): void => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** As the user of PostgreSQL, when we are root. */
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

/** Namespaces on a bridge; undefined where this machine does not let us have them. */
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
