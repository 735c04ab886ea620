// The service as it runs on a cluster: api and worker by the proxy, a partner's receiver, a mail server.
import { freePort, migrate } from '#bench/service/service';
import { type Supervised, superviseApi, superviseWorker } from '#bench/service/supervisor';
import { type Receivers, receiverHost, startReceivers, urlOf } from '#bench/webhooks/receivers';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEndpoint, makeInstitutions, type Institution } from '#bench/service/stage';
import type { RunStack, Size } from '#bench/instrument';
import { startMailSink, type MailSink } from '#bench/service/mail-sink';
import { startPatroniCluster, type PatroniCluster } from './cluster.ts';
import { createLinks, createLoopback } from './node.ts';
import { nodesOf } from './kill-schedule.ts';

/** A bug in the service, and two clusters that lose what they acknowledged; a run must find each. */
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

export async function setStage(closing: RunStack, { size, inject, logs }: StageOptions): Promise<Stage> {
  const logOf = (name: string) => (logs === undefined ? '/dev/null' : join(logs, `${name}.log`));
  const linked = size === 'full' ? createLinks(closing, nodesOf[size]) : undefined;
  const network = linked ?? (await createLoopback(nodesOf[size]));
  const changes = { asynchronous: inject === 'asynchronous', etcd3: inject === 'etcd3', hurried: size !== 'full' };
  const cluster = await startPatroniCluster(closing, { network, changes, logOf, fill: migrate });
  const { databaseUrl } = cluster;
  const [institution] = await makeInstitutions(databaseUrl, 1);
  if (institution === undefined) throw new Error('there is no institution');

  const folder = mkdtempSync(join(tmpdir(), 'makewhole-failover-books-'));
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const receivers = closing.adopt(await startReceivers([host], join(folder, 'arrivals.jsonl')), (one) => one.close());
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
