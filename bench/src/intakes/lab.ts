import { startCluster, type Cluster } from '#bench/cluster';
import type { Closing } from '#bench/closing';
import { startLoadGenerator, type LoadGenerator } from '#bench/load';
import { migrate } from '#bench/service';

export type Lab = {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  readonly load: LoadGenerator;
  readonly closing: Closing;
};

/** A migrated database on a server of its own, and somebody to send load. */
export async function openLab(closing: Closing, settings: Readonly<Record<string, string>> = {}): Promise<Lab> {
  const cluster = closing.later(await startCluster(settings), (cluster) => cluster.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  const load = closing.later(startLoadGenerator(), (load) => load.close());
  return { cluster, databaseUrl, load, closing };
}
