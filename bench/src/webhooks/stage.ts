// Everything a webhook passes through, as in production: the database, a writer, workers, receivers over TLS.
import type { RunStack } from '#bench/instrument';
import { withClient, type Cluster } from '#bench/service/cluster';
import { runWorker, serviceEnv, type Process } from '#bench/service/service';
import { setStage as setDatabase } from '#bench/service/stage';
import { hostNames, startReceivers, urlOf, type Receivers } from './receivers.ts';
import { startWriter, type Endpoint, type Writer } from './writer.ts';

export type Lab = {
  readonly cluster: Cluster;
  readonly receivers: Receivers;
  readonly closing: RunStack;
};

/** For parts that name no hosts. */
const usualHosts = hostNames(20);

/** A database server with a migrated database that stages copy, and receivers. */
export async function createLab(closing: RunStack, hosts: readonly string[] = usualHosts): Promise<Lab> {
  const { cluster } = await setDatabase(closing);
  const receivers = closing.adopt(await startReceivers(hosts), (one) => one.close());
  return { cluster, receivers, closing };
}

export type Stage = {
  readonly databaseUrl: string;
  readonly writer: Writer;
  readonly endpoints: readonly Endpoint[];
  /** Starts a worker and waits until it is ready. */
  startWorker(env?: Readonly<Record<string, string>>): Promise<Process>;
  /** Ends its processes, so that the next part has the machine to itself. */
  close(): Promise<void>;
};

/** A migrated database of this name with an endpoint for each host. */
export async function setStage(lab: Lab, name: string, hosts: readonly string[] = usualHosts): Promise<Stage> {
  const { cluster, receivers, closing } = lab;
  await cluster.createDatabase(`${name} template makewhole`);
  const databaseUrl = cluster.url(name);
  const env = { ...serviceEnv, ...receivers.env, DATABASE_URL: databaseUrl };
  const writer = startWriter(closing, env);
  const endpoints = await writer.createEndpoints(hosts.map((host) => ({ host, url: urlOf(host) })));
  await receivers.trust(Object.fromEntries(endpoints.map(({ host, secret }) => [host, secret])));
  const workers: Process[] = [];
  return {
    databaseUrl,
    writer,
    endpoints,
    async startWorker(more = {}) {
      const worker = await runWorker(closing, { databaseUrl, env: { ...receivers.env, ...more } });
      workers.push(worker);
      return worker;
    },
    async close() {
      await Promise.all([writer.close(), ...workers.map((worker) => worker.end('SIGKILL'))]);
    },
  };
}

/** How many rows the query counts. */
export const countRows = (databaseUrl: string, query: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ found: number }>(`select count(*)::int as found from (${query}) as q`);
    return rows[0]?.found ?? Number.NaN;
  });
