import { startCluster, type Cluster } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { startLoadGenerator, type LoadGenerator } from '#bench/load/load-generator';
import { migrate } from '#bench/service/service';

export type Lab = {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  readonly load: LoadGenerator;
  readonly closing: RunStack;
};

/** A migrated database on a server of its own, and somebody to send load. */
export async function createLab(closing: RunStack, settings: Readonly<Record<string, string>> = {}): Promise<Lab> {
  const cluster = closing.adopt(await startCluster(settings), (cluster) => cluster.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  const load = closing.adopt(startLoadGenerator(), (load) => load.close());
  return { cluster, databaseUrl, load, closing };
}
