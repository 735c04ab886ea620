// Each process that a delivery passes through and that a run may kill; the receivers and the mail server stay up.
import { Agent } from 'node:http';
import type { Line } from '#bench/service/http';
import { startChild } from '#bench/service/child';
import { setStage as setDatabase } from '#bench/service/stage';
import { type Supervised, importFault, superviseApi, superviseWorker } from '#bench/service/supervisor';
import { freePort, serviceEnv } from '#bench/service/service';
import { type Cluster, withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/instrument';
import { startMailSink } from '#bench/service/mail-sink';
import { type Accounts, createAccounts, hosts } from './accounts.ts';
import { type Receivers, startReceivers } from '#bench/webhooks/receivers';

const answerLimitMs = 5000;

/** Faults that can be loaded into the service's processes to check that a run finds them. */
export const faults = ['finish-before-send', 'publish-outside-transaction', 'new-event-id-on-retry'] as const;
export type Fault = (typeof faults)[number];

export type StageOptions = {
  readonly inject: Fault | undefined;
  /** A folder for the logs of api and workers. */
  readonly logs: string | undefined;
};

export type Stage = {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  readonly receivers: Receivers;
  readonly accounts: Accounts;
  readonly line: Line;
  readonly api: Supervised;
  readonly workers: readonly Supervised[];
  readonly writer: Writer;
};

export type Books = { readonly arrivals: string; readonly answered: string; readonly committed: string };

const workerCount = 3;

export async function setStage(closing: RunStack, options: StageOptions, books: Books): Promise<Stage> {
  const { cluster, databaseUrl } = await setDatabase(closing);
  await createChanges(databaseUrl);
  const codes = new Map<string, string>();
  const keepCode = (recipient: string, text: string) => {
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (code !== undefined) codes.set(recipient, code);
  };
  const mail = closing.adopt(await startMailSink(await freePort(), keepCode), (one) => one.close());
  const receivers = closing.adopt(await startReceivers(hosts, books.arrivals), (one) => one.close());
  const env = { ...receivers.env, NODE_ENV: 'test', SMTP_URL: mail.url };
  const setting = { databaseUrl, env: { ...env, allowTestClock: true }, ...options };
  const { api, port } = await superviseApi(closing, setting);
  await api.ready();
  const agent = closing.adopt(new Agent({ keepAlive: true, maxSockets: 16 }), (one) => one.destroy());
  const line = { base: `http://127.0.0.1:${port}`, agent, limitMs: answerLimitMs };
  const ownEnv = { ...serviceEnv, ...env, DATABASE_URL: databaseUrl };
  const accounts = await createAccounts({ line, databaseUrl, codeFor: (email) => codes.get(email) });
  await receivers.trust(accounts.secrets);
  const workers: Supervised[] = [];
  for (let index = 0; index < workerCount; index += 1)
    workers.push(await superviseWorker(closing, setting, `worker-${index}`));
  const writer = startWriter(closing, {
    env: { ...ownEnv, LOG_LEVEL: 'silent', NODE_OPTIONS: importFault(options.inject).join(' ') },
    book: books.committed,
    institutions: accounts.institutions,
  });
  await Promise.all(workers.map((worker) => worker.ready()));
  return { cluster, databaseUrl, receivers, accounts, line, api, workers, writer };
}

/** The writer's changes: the service has no partner resource yet whose state could be compared. */
const createChanges = (databaseUrl: string): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query(`create schema fault;
      create table fault.changes (subject_id text primary key, account_id text not null, type text not null)`),
  );

export type WriterQuestion = 'begin' | 'stop' | 'count';

export type WriterCounts = {
  /** Confirmed as committed. */
  committed: number;
  /** On purpose. */
  rolledBack: number;
  /** Cut off: the commit's outcome is unknown. */
  unknown: number;
};

type Writer = {
  begin(): Promise<WriterCounts>;
  count(): Promise<WriterCounts>;
  /** Lets every lane finish its current work. */
  stop(): Promise<WriterCounts>;
};

type WriterOptions = {
  readonly env: Readonly<Record<string, string>>;
  /** The file of committed changes, one per line. */
  readonly book: string;
  readonly institutions: readonly string[];
};

function startWriter(closing: RunStack, { env, book, institutions }: WriterOptions): Writer {
  const script = 'webhooks/chaos/writer-process.ts';
  const child = startChild<WriterQuestion, WriterCounts>({ script, args: [book, ...institutions], env });
  closing.adopt(child, (one) => one.close());
  return { begin: () => child.ask('begin'), count: () => child.ask('count'), stop: () => child.ask('stop') };
}
