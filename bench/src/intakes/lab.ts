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

/**
 * Anonymous submissions get a market read only until their address has had its few of the day, so within a run some would
 * search and most would not; here none does. `npm run bench -- market` measures the search.
 */
export const withoutMarketReads = { PRELIM_ANON_PER_DAY: '0' };

/** A migrated database on a server of its own, and somebody to send load. */
export async function createLab(closing: RunStack, settings: Readonly<Record<string, string>> = {}): Promise<Lab> {
  const cluster = closing.adopt(await startCluster(settings), (cluster) => cluster.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  const load = closing.adopt(startLoadGenerator(), (load) => load.close());
  return { cluster, databaseUrl, load, closing };
}
