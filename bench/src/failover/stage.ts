// The service as it runs on a cluster: api and worker by the proxy, a partner's receiver, a mail server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEndpoint, makeInstitutions, type Institution } from '#bench/roster/stage';
import type { RunStack } from '#bench/run-stack';
import { startMailSink, type MailSink } from '#bench/service/mail-sink';
import { freePort } from '#bench/service/ports';
import { migrate, repositoryRoot, serviceEnv, startApi, startProcess, waitReady } from '#bench/service/service';
import { supervise, type Supervised } from '#bench/service/supervisor';
import type { Size } from '#bench/size';
import { receiverHost, startReceivers, type Receivers } from '#bench/webhooks/fault/receivers';
import { startPatroniCluster, type PatroniCluster } from './cluster.ts';
import { createLinks, createLoopback } from './network.ts';
import { nodesOf } from './strike.ts';

/** A bug in the service, and two clusters that lose what they acknowledged; a run must find each. */
export const plants = ['asynchronous', 'answer-before-commit', 'etcd3'] as const;
export type Plant = (typeof plants)[number];

export type StageOptions = {
  readonly size: Size;
  readonly plant: Plant | undefined;
  /** A short lock although it is the full size. */
  readonly hurried?: boolean;
  /** A folder for the logs of all processes. */
  readonly logs: string | undefined;
};

export type Stage = {
  readonly cluster: PatroniCluster;
  /** Whether links between the nodes can be cut. */
  readonly links: boolean;
  readonly apiPort: number;
  /** Where api and worker serve their metrics. */
  readonly metricsPorts: readonly number[];
  readonly institution: Institution;
  readonly receivers: Receivers;
  readonly mail: MailSink;
  readonly api: Supervised;
  readonly worker: Supervised;
};

const host = receiverHost('steady-lender');

export async function setStage(
  closing: RunStack,
  { size, plant, logs, hurried = size !== 'full' }: StageOptions,
): Promise<Stage> {
  const logOf = (name: string) => (logs === undefined ? '/dev/null' : join(logs, `${name}.log`));
  const linked = size === 'full' ? createLinks(closing, nodesOf[size]) : undefined;
  const network = linked ?? (await createLoopback(nodesOf[size]));
  const changes = { asynchronous: plant === 'asynchronous', etcd3: plant === 'etcd3', hurried };
  const cluster = await startPatroniCluster(closing, { network, changes, logOf, fill: migrate });
  const { databaseUrl } = cluster;
  const [institution] = await makeInstitutions(databaseUrl, 1);
  if (institution === undefined) throw new Error('there is no institution');

  const folder = mkdtempSync(join(tmpdir(), 'makewhole-failover-books-'));
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const receivers = closing.adopt(await startReceivers([host], join(folder, 'arrivals.jsonl')), (one) => one.close());
  const url = `https://${host}/hooks`;
  await receivers.trust(new Map([[host, await makeEndpoint(databaseUrl, { institutionId: institution.id, url })]]));
  const mail = closing.adopt(await startMailSink(await freePort()), (one) => one.close());
  const env = {
    ...serviceEnv,
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SMTP_URL: mail.url,
    GAP_REQUESTS_PER_MIN: '1000000000',
    ...receivers.env,
  };
  const [apiPort, apiMetricsPort] = [await freePort(), await freePort()];
  const apiEnv = { ...env, METRICS_PORT: String(apiMetricsPort) };
  const nodeArgs =
    plant === 'answer-before-commit' ? ['--import', join(repositoryRoot, `bench/src/plants/${plant}.ts`)] : [];
  const api = supervise({
    start: () => startApi({ databaseUrl, port: apiPort, env: apiEnv, nodeArgs, logFile: logOf('api') }),
    startedUp: (process) => waitReady(process, `http://127.0.0.1:${apiPort}/livez`, Infinity),
  });
  const metricsPort = await freePort();
  const worker = supervise({
    start: () =>
      startProcess({
        script: 'server/src/start/worker.ts',
        env: { ...env, METRICS_PORT: String(metricsPort) },
        logFile: logOf('worker'),
      }),
    startedUp: (process) => waitReady(process, `http://127.0.0.1:${metricsPort}/metrics`, Infinity),
  });
  closing.adopt(api, (one) => one.stop());
  closing.adopt(worker, (one) => one.stop());
  await Promise.all([api.ready(), worker.ready()]);
  const metricsPorts = [apiMetricsPort, metricsPort];
  return { cluster, links: linked !== undefined, apiPort, metricsPorts, institution, receivers, mail, api, worker };
}
