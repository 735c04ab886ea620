// One copy of the service: a server, its database and an api.
import { execFile } from 'node:child_process';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { newId } from '@makewhole/server/src/lib/tokens/ids.ts';
import { publishEvent } from '@makewhole/server/src/modules/webhooks/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import { transact } from '@makewhole/server/src/platform/db/index.ts';
import { withClient, type Cluster } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import {
  repositoryRoot,
  serviceEnv,
  startProcess,
  startReadyApi,
  waitReady,
  type Process,
} from '#bench/service/service';

export const databaseName = 'makewhole';

export type Settings = Readonly<Record<string, string>>;

export type Site = {
  readonly databaseUrl: string;
  readonly port: number;
  /** Each event in a transaction of its own. */
  publish(accountId: string, count: number): Promise<void>;
  /** Runs `makewhole …`; returns its JSON. */
  run(...words: readonly string[]): Promise<Record<string, unknown>>;
  startWorker(): Promise<Process>;
  /** Ends the processes, not the server. */
  close(): Promise<void>;
};

export async function startSite(cluster: Cluster, settings: Settings): Promise<Site> {
  const databaseUrl = cluster.url(databaseName);
  const env = { ...settings, GAP_REQUESTS_PER_MIN: '1000000000' };
  await takesWrites(databaseUrl);
  const port = await freePort();
  const api = await startReadyApi({ databaseUrl, port, env });
  const workers: Process[] = [];
  return {
    databaseUrl,
    port,
    publish: (accountId, count) => publish(databaseUrl, accountId, count),
    run: (...words) => runCommand({ ...serviceEnv, ...env, DATABASE_URL: databaseUrl }, words),
    async startWorker() {
      const metricsPort = String(await freePort());
      const worker = startProcess({
        script: 'server/src/start/worker.ts',
        env: { ...serviceEnv, ...env, DATABASE_URL: databaseUrl, METRICS_PORT: metricsPort },
      });
      workers.push(worker);
      await waitReady(worker, `http://127.0.0.1:${metricsPort}/metrics`);
      return worker;
    },
    async close() {
      for (const one of [api, ...workers]) if (one.running) await one.end('SIGKILL');
    },
  };
}

/** A restored server first answers as a standby, until it has replayed the log. */
const takesWrites = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
      if (rows[0]?.recovering === false) return;
      await pause(30);
    }
  });

async function publish(databaseUrl: string, accountId: string, count: number): Promise<void> {
  const config = readConfig({ ...serviceEnv, DATABASE_URL: databaseUrl }, 'worker');
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('drill-publisher', config, { logTo: nowhere });
  try {
    for (let turn = 0; turn < count; turn += 1) {
      const subjectId = newId('ref', new Date());
      const thin = { referral: { id: subjectId, status: 'created' } };
      await transact(service.ctx, async (tx) =>
        publishEvent(tx, {
          audience: 'partner',
          type: 'referral.created',
          accountId,
          subjectId,
          livemode: true,
          thin,
          full: {},
        }),
      );
    }
  } finally {
    await service.close();
  }
}

const run = promisify(execFile);

/** A command that found something wrong prints its findings too. */
async function runCommand(env: Settings, words: readonly string[]): Promise<Record<string, unknown>> {
  const args = ['server/src/start/cli.ts', ...words, '--json'];
  const options = { cwd: repositoryRoot, env: { PATH: process.env['PATH'], ...env } };
  const { stdout } = await run(process.execPath, args, options).catch((error: unknown) => {
    const { stdout = '' } = error as { stdout?: string };
    if (stdout !== '') return { stdout };
    throw error;
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
