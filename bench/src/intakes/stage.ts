// Everything an intake passes through, as in production: database, api, worker, mail server, each a process to kill.
import { join } from 'node:path';
import { startCluster, type Cluster } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { startMailSink, type MailSink } from '#bench/service/mail-sink';
import { freePort } from '#bench/service/ports';
import { migrate, repositoryRoot, serviceEnv, startApi, startProcess, waitReady } from '#bench/service/service';
import { supervise, type Supervised } from '#bench/service/supervisor';

/** Bugs that can be loaded into the api, to see that a run finds them. */
export const plants = ['answer-before-commit'] as const;
type Plant = (typeof plants)[number];

export type StageOptions = {
  readonly plant: Plant | undefined;
  /** A folder for the logs of api and worker. */
  readonly logs: string | undefined;
};

export type Stage = {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  readonly mail: MailSink;
  readonly api: Supervised;
  readonly worker: Supervised;
  readonly apiPort: number;
};

export async function setStage(closing: RunStack, { plant, logs }: StageOptions): Promise<Stage> {
  const cluster = closing.adopt(await startCluster(), (cluster) => cluster.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  const mail = closing.adopt(await startMailSink(await freePort()), (mail) => mail.close());
  const apiPort = await freePort();
  const nodeArgs = plant === undefined ? [] : ['--import', join(repositoryRoot, `bench/src/plants/${plant}.ts`)];
  const logOf = (name: string) => (logs === undefined ? '/dev/null' : join(logs, `${name}.log`));
  const api = supervise({
    start: () => startApi({ databaseUrl, port: apiPort, nodeArgs, logFile: logOf('api') }),
    startedUp: (process) => waitReady(process, `http://127.0.0.1:${apiPort}/livez`, Infinity),
  });
  const metricsPort = await freePort();
  const worker = supervise({
    start: () =>
      startProcess({
        script: 'server/src/start/worker.ts',
        env: { ...serviceEnv, DATABASE_URL: databaseUrl, SMTP_URL: mail.url, METRICS_PORT: String(metricsPort) },
        logFile: logOf('worker'),
      }),
    startedUp: (process) => waitReady(process, `http://127.0.0.1:${metricsPort}/metrics`, Infinity),
  });
  closing.adopt(api, (api) => api.stop());
  closing.adopt(worker, (worker) => worker.stop());
  await Promise.all([api.ready(), worker.ready()]);
  return { cluster, databaseUrl, mail, api, worker, apiPort };
}
