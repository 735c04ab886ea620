import { Client } from 'pg';
import type { Config } from '#platform/config';
import { sqlState, withState } from './errors.ts';

const timeoutMs = 5_000;
const statementName = 'db.find-pooler';

type Seen = {
  readonly pid: number;
  readonly role: string;
  /** Whether the statement has the name that we gave it; a pooler that tracks statements renames them. */
  readonly own_name: boolean;
  readonly unlimited: readonly string[];
};

const look = {
  name: statementName,
  text: `select pg_backend_pid() as pid, current_user::text as role,
    exists (select from pg_prepared_statements where name = '${statementName}') as own_name,
    array(select name from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name
      where current_setting(name) = '0') as unlimited`,
};

type Urls = Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'databasePooled'>;

/** Explains to an operator why the configured connections do not work; undefined when they do. */
export async function findPoolerProblem({ databaseUrl, directDatabaseUrl, databasePooled }: Urls) {
  const shared = await examine(databaseUrl.reveal());
  if (shared.pooled && !databasePooled)
    return 'DATABASE_URL is a connection pooler. Set DIRECT_DATABASE_URL to the database itself: migrations, rosters, scheduled jobs and locks need connections of their own.';
  if (shared.pooled && !shared.tracked)
    return 'The pooler at DATABASE_URL does not track prepared statements, so some requests would fail. PgBouncer 1.21 or later is needed, in transaction mode and with max_prepared_statements above 0.';
  if (databasePooled && shared.unlimited.length > 0)
    return `With a pooler the limits are those of the role, and it has none: ${shared.unlimited.map((name) => `alter role "${shared.role}" set ${name} = '${roleLimits[name] ?? ''}'`).join('; ')}.`;
  if (databasePooled && (await examine(directDatabaseUrl.reveal())).pooled)
    return 'DIRECT_DATABASE_URL is a connection pooler too. It must be the database itself.';
  return undefined;
}

const roleLimits: Readonly<Record<string, string>> = {
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
};

type Examined = {
  readonly pooled: boolean;
  readonly tracked: boolean;
  readonly role: string;
  readonly unlimited: readonly string[];
};

async function examine(url: string): Promise<Examined> {
  const client = new Client({
    connectionString: url,
    application_name: 'makewhole-start',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const [seen] = (await client.query<Seen>(look)).rows;
    if (seen === undefined) throw new Error('a select without a table returns one row');
    // A pooler gives its clients its own process ids.
    const pooled = seen.pid !== client.processID;
    return { pooled, tracked: !seen.own_name, role: seen.role, unlimited: seen.unlimited };
  } catch (error) {
    // The name is in use: another client of the pooler has the same connection now, with its statements.
    if (sqlState(error) === '42P05') return { pooled: true, tracked: false, role: '', unlimited: [] };
    throw withState(error);
  } finally {
    // Not awaited, because the answer does not depend on it.
    void client.end().catch(() => undefined);
  }
}

declare module 'pg' {
  interface ClientBase {
    /** The server process of this client, as the server reported it at connect. */
    readonly processID: number | null;
  }
}
