// Everything a delivery passes through, each a process to kill; the receivers and the mail server stay.
import { join } from 'node:path';
import { startCluster, withClient, type Cluster } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { startMailSink } from '#bench/service/mail-sink';
import { freePort } from '#bench/service/ports';
import { migrate, repositoryRoot, serviceEnv, startApi, startProcess, waitReady } from '#bench/service/service';
import { supervise, type Supervised } from '#bench/service/supervisor';
import { hosts, createAccounts, type Accounts } from './accounts.ts';
import { createConnection, type SendCall } from './call.ts';
import { startReceivers, type Receivers } from './receivers.ts';
import { startWriter, type Writer } from './writer.ts';

/** Bugs that can be loaded into the service's processes, to see that a run finds them. */
export const plants = ['finish-before-send', 'publish-outside-transaction', 'new-event-id-on-retry'] as const;
export type Plant = (typeof plants)[number];

export type StageOptions = {
  readonly plant: Plant | undefined;
  /** A folder for the logs of api and workers. */
  readonly logs: string | undefined;
};

export type Stage = {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  readonly receivers: Receivers;
  readonly accounts: Accounts;
  readonly call: SendCall;
  readonly api: Supervised;
  readonly workers: readonly Supervised[];
  readonly writer: Writer;
};

export type Books = { readonly arrivals: string; readonly answered: string; readonly committed: string };

const workerCount = 3;

type Setting = { readonly env: Readonly<Record<string, string>>; readonly nodeArgs: readonly string[] };

export async function setStage(closing: RunStack, options: StageOptions, books: Books): Promise<Stage> {
  const cluster = closing.adopt(await startCluster(), (cluster) => cluster.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  await createChanges(databaseUrl);
  const codes = new Map<string, string>();
  const keepCode = (recipient: string, text: string) => {
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (code !== undefined) codes.set(recipient, code);
  };
  const mail = closing.adopt(await startMailSink(await freePort(), keepCode), (mail) => mail.close());
  const receivers = closing.adopt(await startReceivers(hosts, books.arrivals), (receivers) => receivers.close());
  const { plant } = options;
  const setting: Setting = {
    env: {
      ...serviceEnv,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      SMTP_URL: mail.url,
      ALLOW_TEST_CLOCK: '1',
      REGISTER_PER_MIN: '1000',
      ...receivers.env,
    },
    nodeArgs: plant === undefined ? [] : ['--import', join(repositoryRoot, `bench/src/plants/${plant}.ts`)],
  };
  const apiPort = await freePort();
  const api = closing.adopt(superviseApi(setting, options, apiPort), (api) => api.stop());
  await api.ready();
  const line = closing.adopt(createConnection(apiPort), async (line) => line.close());
  const codeFor = (email: string) => codes.get(email);
  const accounts = await createAccounts({ call: line.call, env: setting.env, codeFor });
  await receivers.trust(accounts.secrets);
  const workers: Supervised[] = [];
  for (let index = 0; index < workerCount; index += 1) {
    const worker = await superviseWorker(setting, options, index);
    workers.push(closing.adopt(worker, (worker) => worker.stop()));
  }
  const writer = startWriter({
    env: { ...setting.env, LOG_LEVEL: 'silent', NODE_OPTIONS: setting.nodeArgs.join(' ') },
    book: books.committed,
    institutions: accounts.institutions,
  });
  closing.adopt(writer, (writer) => writer.close());
  await Promise.all(workers.map((worker) => worker.ready()));
  return { cluster, databaseUrl, receivers, accounts, call: line.call, api, workers, writer };
}

/** What the writer changes: the service has no partner resource yet whose state could be compared. */
const createChanges = (databaseUrl: string): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query(`create schema fault;
      create table fault.changes (subject_id text primary key, account_id text not null, type text not null)`),
  );

const logOf = ({ logs }: StageOptions, name: string): string =>
  logs === undefined ? '/dev/null' : join(logs, `${name}.log`);

function superviseApi({ env, nodeArgs }: Setting, options: StageOptions, port: number): Supervised {
  const databaseUrl = env['DATABASE_URL'] ?? '';
  return supervise({
    start: () => startApi({ databaseUrl, port, env, nodeArgs, logFile: logOf(options, 'api') }),
    startedUp: (process) => waitReady(process, `http://127.0.0.1:${port}/livez`, Infinity),
  });
}

async function superviseWorker(setting: Setting, options: StageOptions, index: number): Promise<Supervised> {
  const metricsPort = await freePort();
  return supervise({
    start: () =>
      startProcess({
        script: 'server/src/start/worker.ts',
        env: { ...setting.env, METRICS_PORT: String(metricsPort) },
        nodeArgs: setting.nodeArgs,
        logFile: logOf(options, `worker-${index}`),
      }),
    startedUp: (process) => waitReady(process, `http://127.0.0.1:${metricsPort}/metrics`, Infinity),
  });
}
