// Everything a webhook passes through, as in production: the database, a writer, workers, receivers over TLS.
import { startCluster, withClient, type Cluster } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { migrate, serviceEnv, startProcess, waitReady, type Process } from '#bench/service/service';
import { arrived, startReceivers, urlOf, type Receivers, type Sample } from './receivers.ts';
import { startWriter, type Endpoint, type Writer } from './writer.ts';

export type Lab = {
  readonly cluster: Cluster;
  readonly receivers: Receivers;
  readonly closing: RunStack;
};

/** Made once and copied for each stage. */
const migrated = 'migrated';

/** A database server, and receivers under these host names. */
export async function createLab(
  closing: RunStack,
  hosts: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Lab> {
  const cluster = closing.adopt(await startCluster(settings), (cluster) => cluster.remove());
  await migrate(await cluster.createDatabase(migrated));
  const receivers = closing.adopt(await startReceivers(hosts), (receivers) => receivers.close());
  return { cluster, receivers, closing };
}

type WorkerOptions = { readonly nodeArgs?: readonly string[]; readonly env?: Readonly<Record<string, string>> };

export type Stage = {
  readonly databaseUrl: string;
  readonly writer: Writer;
  readonly endpoints: readonly Endpoint[];
  /** Starts a worker and waits until it works. */
  startWorker(options?: WorkerOptions): Promise<Process>;
  /** Ends its processes, so that the next part has the machine to itself. */
  close(): Promise<void>;
};

/** A migrated database of this name with an endpoint for each host. */
export async function setStage(lab: Lab, name: string, hosts: readonly string[]): Promise<Stage> {
  const { cluster, receivers, closing } = lab;
  await cluster.createDatabase(`${name} template ${migrated}`);
  const databaseUrl = cluster.url(name);
  const env = { ...serviceEnv, ...receivers.env, DATABASE_URL: databaseUrl };
  const writer = closing.adopt(startWriter(env), (writer) => writer.close());
  const endpoints = await writer.createEndpoints(hosts.map((host) => ({ host, url: urlOf(host) })));
  await receivers.trust(Object.fromEntries(endpoints.map(({ host, secret }) => [host, secret])));
  const workers: Process[] = [];
  return {
    databaseUrl,
    writer,
    endpoints,
    async startWorker({ nodeArgs = [], env: more = {} } = {}) {
      const port = await freePort();
      const settings = { ...env, ...more, METRICS_PORT: String(port) };
      const worker = startProcess({ script: 'server/src/start/worker.ts', env: settings, nodeArgs });
      workers.push(closing.adopt(worker, (process) => process.end('SIGKILL')));
      await waitReady(worker, `http://127.0.0.1:${port}/metrics`);
      return worker;
    },
    async close() {
      await Promise.all([writer.close(), ...workers.map((worker) => worker.end('SIGKILL'))]);
    },
  };
}

/** Publishes one event and gives it as a worker of the stage delivered it. */
export async function takeSample({ receivers }: Lab, { writer, endpoints }: Stage): Promise<Sample> {
  await receivers.collect();
  await writer.write({ perSecond: 1, seconds: 1, accounts: endpoints.slice(0, 1).map(({ accountId }) => accountId) });
  await arrived(receivers, 1);
  const sample = await receivers.sample();
  if (sample === undefined) throw new Error('nothing was delivered');
  return sample;
}

/** How many rows the query counts. */
export const countRows = (databaseUrl: string, query: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ found: number }>(`select count(*)::int as found from (${query}) as q`);
    return rows[0]?.found ?? Number.NaN;
  });
