// One api and one worker, each in its own version, on a dedicated database: runs every flow and reads what it wrote.
import { runApi, runWorker } from '#bench/service/service';
import { join } from 'node:path';
import { RunStack } from '#bench/instrument';
import { withClient, type Cluster } from '#bench/service/cluster';
import type { Read } from './book.ts';
import { createFlows } from './flows.ts';
import { TestTime, createHttpStage, oneCall, outsideEnv, publicBase, startOutside } from './stage.ts';
import { type Shapes, addShapes, markRows, readShapes } from './shapes.ts';

export type Version = {
  readonly name: 'old' | 'new';
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
};

export type Pair = {
  readonly name: string;
  /** The version that serves all requests. */
  readonly api: Version;
  readonly workers: readonly Version[];
  /** The version that reads the results. */
  readonly reader: Version;
};

/** What a flow wrote, or how its objects look when read, and its errors. */
export type FlowRun = { readonly name: string; readonly shapes: Shapes; readonly failure: string | undefined };

type Options = {
  readonly cluster: Cluster;
  /** A migrated database with an administrator, which is copied. */
  readonly template: string;
  readonly staffToken: string;
  readonly logs: string | undefined;
};

export async function runPair(
  pair: Pair,
  { cluster, template, staffToken, logs }: Options,
): Promise<readonly FlowRun[]> {
  await using closing = new RunStack();
  const name = `pair_${pair.name.replaceAll(/\W+/g, '_')}`;
  await withClient(cluster.url('postgres'), (client) => client.query(`create database ${name} template ${template}`));
  const databaseUrl = cluster.url(name);
  const time = new TestTime();
  const outside = await startOutside(closing, time.now);
  const env = { ...runEnv, ...outsideEnv(outside), BLOB_DIR: closing.folder('versions') };
  const log = (what: string) => (logs === undefined ? {} : { logFile: join(logs, `${name}-${what}.log`) });

  const limitMs = 180_000;
  const openOf = ({ name: version, root, env: own }: Version) =>
    runApi(closing, { databaseUrl, root, env: { ...env, ...own }, limitMs, ...log(`${version}-api`) });
  const { base } = await openOf(pair.api);
  const readerBase = pair.reader === pair.api ? base : (await openOf(pair.reader)).base;
  for (const { name: version, root, env: own } of pair.workers)
    await runWorker(closing, { databaseUrl, root, env: { ...env, ...own }, limitMs, ...log(`${version}-worker`) });

  // Awaited here, because leaving this block closes everything that was started.
  return await withClient(databaseUrl, async (database) => {
    const stage = createHttpStage({ base, staffToken, outside, database, time });
    await stage.advance(secondsToOfficeHours(time.now()));
    const runs: FlowRun[] = [];
    for (const flow of createFlows(stage, staffToken)) {
      const since = await markRows(database);
      let reads: readonly Read[] = [];
      const failure = await flow
        .run()
        .finally(stage.settle)
        .then(
          (made) => void (reads = made),
          (error: unknown) => (error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error)),
        );
      const shapes = new Map(await readShapes(database, since));
      const unread: string[] = [];
      for (const read of reads) await addRead({ base: readerBase, read, shapes, unread });
      const problems = [failure ?? [], unread].flat();
      runs.push({ name: flow.name, shapes, failure: problems.length === 0 ? undefined : problems.join('; ') });
    }
    return runs;
  });
}

/** The default settings, except that the run can move time and all outside services are on this machine. */
const runEnv = {
  NODE_ENV: 'development',
  allowTestClock: true,
  PUBLIC_BASE_URL: publicBase,
  LOG_LEVEL: 'warn',
};

const dayS = 86_400;

/** Seconds to the next Wednesday, 17:00 UTC, when calling is allowed everywhere in the country. */
function secondsToOfficeHours(now: Date): number {
  const days = (3 - now.getUTCDay() + 7) % 7 || 7;
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Math.round((midnight - now.getTime()) / 1000) + days * dayS + 17 * 3600;
}

type Reading = { base: string; read: Read; shapes: Map<string, ReadonlySet<string>>; unread: string[] };

/** Compares a response like a row, under the name `GET …`. */
async function addRead({ base, read: { path, token }, shapes, unread }: Reading): Promise<void> {
  const response = await fetch(`${base}${path}`, { headers: { ...oneCall, authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) unread.push(`GET ${path} was answered ${response.status}`);
  const found = new Map<string, Set<string>>();
  if (text.startsWith('{')) addShapes(found, `GET ${withoutIds(path)}`, JSON.parse(text));
  for (const [name, seen] of found) shapes.set(name, seen);
}

const withoutIds = (path: string): string => path.replaceAll(/[a-z]{3}_[0-9A-Za-z]{24}/g, ':id');
