// Which statements a request really executes: taken from PostgreSQL's own log, so it cannot differ from what was run.
import { setTimeout as pause } from 'node:timers/promises';
import { withClient, type Cluster } from '#bench/service/cluster';

/** One statement as the server executed it, with its parameters as text. */
export type Recorded = {
  /** Of the prepared statement; undefined for one that was sent as plain text. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly (string | null)[];
};

/** Sessions of the api that begin meanwhile log their statements; it may not turn that on itself. */
export async function whileLogged<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const run = (change: string) =>
    withClient(databaseUrl, async (client) => void (await client.query(`alter role makewhole_api ${change}`)));
  await run(`set log_statement = 'all'`);
  try {
    return await work();
  } finally {
    await run('reset log_statement');
  }
}

/** The server writes its log from another process, a moment later. */
const logDelayMs = 300;

/** What sessions of this application executed while `work` ran. */
export async function recordStatements(
  cluster: Cluster,
  application: string,
  work: () => Promise<void>,
): Promise<Recorded[]> {
  await pause(logDelayMs);
  const before = cluster.logLines().length;
  await work();
  await pause(logDelayMs);
  return cluster
    .logLines()
    .slice(before)
    .map((line) => JSON.parse(line) as LogLine)
    .filter((line) => line.application_name === application)
    .flatMap(toRecorded);
}

type LogLine = {
  readonly application_name?: string;
  readonly message?: string;
  readonly detail?: string;
};

export function toRecorded({ message = '', detail = '' }: LogLine): Recorded[] {
  const [, kind, name, text] = /^(statement|execute ([^:]+)): (.*)$/s.exec(message) ?? [];
  if (kind === undefined || text === undefined) return [];
  return [{ name: name === '<unnamed>' ? undefined : name, text, values: toValues(detail) }];
}

/** `parameters: $1 = 'it''s', $2 = NULL`. */
const toValues = (detail: string): (string | null)[] =>
  [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, quoted]) => quoted?.replaceAll("''", "'") ?? null);
