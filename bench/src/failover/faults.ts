// What happens to the cluster. Each returns when it is over; what it did is undone by then.
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import type { PatroniCluster } from './cluster.ts';
import type { Node } from './node.ts';

export type Kind = 'kill' | 'freeze' | 'link' | 'switchover' | 'standby' | 'standbys' | 'read-only';

/** So long the primary sends nothing to standbys before it dies: in asynchronous mode that much is lost. */
const behindMs = 300;

/** So long the new primary has answered clients before the old one wakes and may do harm. */
const apartMs = 2000;

/** So long all standbys are gone, or writes are refused: longer than clients wait for an answer. */
const awayMs = 8000;

type Fault = (
  cluster: PatroniCluster,
  /** Waits until clients are answered again. */
  answersAgain: () => Promise<void>,
) => Promise<void>;

export const faults: Readonly<Record<Kind, Fault>> = {
  /** The machine of the primary dies. */
  async kill(cluster) {
    const primary = await cluster.primary();
    primary.holdSenders();
    await pause(behindMs);
    await primary.kill();
    await cluster.replaced(primary);
    primary.start();
  },
  /** The primary stops where it is, and goes on as if nothing had been. */
  async freeze(cluster, answersAgain) {
    const primary = await cluster.primary();
    await primary.freeze();
    await cluster.replaced(primary);
    await answersAgain();
    await pause(apartMs);
    primary.thaw();
  },
  /** The primary can no longer be reached, and reaches nobody. */
  async link(cluster, answersAgain) {
    const primary = await cluster.primary();
    primary.machine.link?.cut();
    await cluster.replaced(primary);
    await answersAgain();
    await pause(apartMs);
    primary.machine.link?.mend();
  },
  switchover: (cluster) => cluster.switchOver(),
  /** The standby dies that commits wait for; with three nodes another is named instead. */
  standby: async (cluster) => beAway(await cluster.synchronous()),
  /** All standbys die: nothing can be acknowledged until one is back. */
  async standbys(cluster) {
    const primary = await cluster.primary();
    await beAway(cluster.nodes.filter((node) => node !== primary));
  },
  /** As a provider does it to a full disk. */
  async 'read-only'(cluster) {
    await withClient(cluster.urlOf(await cluster.primary()), async (client) => {
      await client.query('alter system set default_transaction_read_only = on');
      await client.query('select pg_reload_conf()');
      await pause(awayMs / 2);
      await client.query('alter system reset default_transaction_read_only');
      await client.query('select pg_reload_conf()');
    });
  },
};

async function beAway(nodes: readonly Node[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill()));
  await pause(awayMs);
  for (const node of nodes) node.start();
}
