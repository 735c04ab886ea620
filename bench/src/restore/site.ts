// One copy of the service: a server, its database and an api.
import { execFile } from 'node:child_process';
import { globalAgent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { RunStack } from '#bench/instrument';
import { type Cluster, withClient } from '#bench/service/cluster';
import { readEvents } from '#bench/service/http';
import { type Process, runApi, runWorker, repositoryRoot, serviceEnv } from '#bench/service/service';
import { publishReferrals } from '#bench/service/stage';

/** A partner that follows GET /events by its cursor, and what it has seen. */
export type Reader = { cursor: string | undefined; readonly seen: Map<string, number> };

/** An api, and the reader's key for it. */
type Service = { readonly port: number; readonly key: string };

export const newReader = (): Reader => ({ cursor: undefined, seen: new Map() });

/** The same partner, to use with another copy of the service. */
export const copyReader = ({ cursor, seen }: Reader): Reader => ({ cursor, seen: new Map(seen) });

const perPage = 25;

/** Reads to the end, or this many pages. */
export async function readOn({ port, key: token }: Service, reader: Reader, pages = Infinity): Promise<void> {
  const line = { base: `http://127.0.0.1:${port}/api/gap/v1`, agent: globalAgent, limitMs: 60_000 };
  for (let page = 0; page < pages; page += 1) {
    const { ids, hasMore, cursor } = await readEvents(line, { token, cursor: reader.cursor, limit: perPage });
    for (const id of ids) reader.seen.set(id, (reader.seen.get(id) ?? 0) + 1);
    reader.cursor = cursor;
    if (!hasMore) return;
  }
}

/** The number of repeated events. */
export const countRepeats = ({ seen }: Reader): number => [...seen.values()].reduce((sum, times) => sum + times - 1, 0);

export const databaseName = 'makewhole';

export type Settings = Readonly<Record<string, string>>;

export type Site = {
  readonly databaseUrl: string;
  readonly port: number;
  /** Each event in its own transaction. */
  publish(accountId: string, count: number): Promise<void>;
  /** Runs `makewhole …`; returns its JSON. */
  run(...words: readonly string[]): Promise<Record<string, unknown>>;
  startWorker(): Promise<void>;
  /** Ends the processes but not the server. */
  close(): Promise<void>;
};

export async function startSite(closing: RunStack, cluster: Cluster, settings: Settings): Promise<Site> {
  const databaseUrl = cluster.url(databaseName);
  const env = settings;
  await takesWrites(databaseUrl);
  const { process: api, port } = await runApi(closing, { databaseUrl, env });
  const workers: Process[] = [];
  return {
    databaseUrl,
    port,
    publish: (accountId, count) => publishReferrals(databaseUrl, { accountId, count }),
    run: (...words) => runCommand({ ...serviceEnv, ...env, DATABASE_URL: databaseUrl }, words),
    startWorker: async () => void workers.push(await runWorker(closing, { databaseUrl, env })),
    async close() {
      for (const one of [api, ...workers]) if (one.running) await one.end('SIGKILL');
    },
  };
}

/** A restored server is first a standby, until it has replayed the log. */
const takesWrites = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
      if (rows[0]?.recovering === false) return;
      await pause(30);
    }
  });

const run = promisify(execFile);

/** A command that found a problem also prints its findings. */
async function runCommand(env: Settings, words: readonly string[]): Promise<Record<string, unknown>> {
  const args = ['server/src/entrypoints/cli.ts', ...words, '--json'];
  const options = { cwd: repositoryRoot, env: { PATH: process.env['PATH'], ...env } };
  const { stdout } = await run(process.execPath, args, options).catch((error: unknown) => {
    const { stdout = '' } = error as { stdout?: string };
    if (stdout !== '') return { stdout };
    throw error;
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
