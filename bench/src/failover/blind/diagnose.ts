import type { Kind } from '#bench/failover/faults';

/** All that somebody on call has: which alarms fired, and what the services logged. Neither knows what was done. */
export type Signs = {
  readonly alarms: readonly Alarm[];
  readonly lines: readonly LogLine[];
  /** Nodes of the cluster, as its configuration has them. */
  readonly nodes: number;
};

export type Alarm = { readonly name: string; readonly labels: Readonly<Record<string, string>> };

export type LogLine = { readonly event: string; readonly missing?: readonly string[] };

/** The table of docs/runbooks/database-cluster.md, from the top. */
export function diagnose({ alarms, lines, nodes }: Signs): Kind | undefined {
  const away = alarms.filter(({ name }) => name === 'MakewholeDatabaseNodeAway').map(({ labels }) => labels);
  const awayHow = (state: string) => away.some((labels) => labels['state'] === state);
  const isChanged =
    alarms.some(({ name }) => name === 'MakewholePrimaryChanged') ||
    lines.some(({ event }) => event === 'database.primary-changed');
  if (isChanged) {
    if (awayHow('L7TOUT')) return 'freeze';
    if (awayHow('L4TOUT')) return 'link';
    return awayHow('L4CON') ? 'kill' : 'switchover';
  }
  const awayCount = new Set(away.map(({ server }) => server)).size;
  if (awayCount > 0) return awayCount >= nodes - 1 ? 'standbys' : 'standby';
  const isReadOnly =
    alarms.some(({ name, labels }) => name === 'MakewholeDatabaseNotUsable' && labels['missing'] === 'read_only') ||
    lines.some(({ event, missing }) => event === 'database.not-ready' && missing?.includes('read_only') === true);
  return isReadOnly ? 'read-only' : undefined;
}
