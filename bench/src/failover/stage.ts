// The service on a cluster: api and worker connected through the proxy, a partner's receiver, a mail server.
import { freePort, migrate } from '#bench/service/service';
import { type Supervised, superviseApi, superviseWorker } from '#bench/service/supervisor';
import { type Receivers, receiverHost, startReceivers, urlOf } from '#bench/webhooks/receivers';
import { join } from 'node:path';
import { makeEndpoint, makeInstitution, type Institution } from '#bench/service/stage';
import type { RunStack, Size } from '#bench/instrument';
import { startMailSink, type MailSink } from '#bench/service/mail-sink';
import { startPatroniCluster, type PatroniCluster } from './cluster.ts';
import { createLinks, createLoopback, password } from './node.ts';
import { withClient } from '#bench/service/cluster';
import { nodesOf } from './kill-schedule.ts';

/** A bug in the service, and two clusters that lose acknowledged data; a run must find each. */
export const faults = ['asynchronous', 'answer-before-commit', 'etcd3'] as const;
export type Fault = (typeof faults)[number];

export type StageOptions = {
  readonly size: Size;
  readonly inject: Fault | undefined;
  /** A folder for the logs of all processes. */
  readonly logs: string | undefined;
};

export type Stage = {
  readonly cluster: PatroniCluster;
  /** Whether links between the nodes can be cut. */
  readonly links: boolean;
  readonly apiPort: number;
  readonly institution: Institution;
  readonly receivers: Receivers;
  readonly mail: MailSink;
  readonly api: Supervised;
  readonly worker: Supervised;
};

const host = receiverHost('steady-lender');

/** The cluster requires passwords, and the roles of the processes have none yet. */
async function fill(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  await withClient(databaseUrl, async (client) => {
    for (const role of ['makewhole_api', 'makewhole_worker'])
      await client.query(`alter role ${role} password '${password}'`);
  });
}

export async function setStage(closing: RunStack, { size, inject, logs }: StageOptions): Promise<Stage> {
  const logOf = (name: string) => (logs === undefined ? '/dev/null' : join(logs, `${name}.log`));
  const linked = size === 'full' ? createLinks(closing, nodesOf[size]) : undefined;
  const network = linked ?? (await createLoopback(nodesOf[size]));
  const changes = { asynchronous: inject === 'asynchronous', etcd3: inject === 'etcd3', hurried: size !== 'full' };
  const cluster = await startPatroniCluster(closing, { network, changes, logOf, fill });
  const { databaseUrl } = cluster;
  const institution = await makeInstitution(databaseUrl);
  const book = join(closing.folder('failover-books'), 'arrivals.jsonl');
  const receivers = closing.adopt(await startReceivers([host], book), (one) => one.close());
  await receivers.trust({
    [host]: await makeEndpoint(databaseUrl, { institutionId: institution.id, url: urlOf(host) }),
  });
  const mail = closing.adopt(await startMailSink(await freePort()), (one) => one.close());
  const env = { ...receivers.env, SMTP_URL: mail.url };
  const loaded = inject === 'answer-before-commit' ? inject : undefined;
  const { api, port: apiPort } = await superviseApi(closing, { databaseUrl, env, inject: loaded, logs });
  const worker = await superviseWorker(closing, { databaseUrl, env, logs });
  await Promise.all([api.ready(), worker.ready()]);
  return { cluster, links: linked !== undefined, apiPort, institution, receivers, mail, api, worker };
}
