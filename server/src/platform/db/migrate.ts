import { Client } from 'pg';
import type { Secret } from '#platform/config';
import { isDeadlock, isLockTimeout, sqlState } from './errors.ts';
import { lockKey } from './locks.ts';
import {
  isContract,
  migrationNames,
  migrationsDirectory,
  readMigrations,
  splitStatements,
  type MigrationFile,
} from './migration-files.ts';

type Options = {
  readonly directory?: string;
  /** How long one file is retried while other sessions hold its locks. */
  readonly patienceMs?: number;
};

type Migrated = {
  readonly applied: readonly string[];
  /** Contract migrations that wait for processes of an older version, and the number of these processes. */
  readonly waiting: readonly { readonly name: string; readonly olderProcesses: number }[];
};

const defaultPatienceMs = 600_000;
/** All users of the table queue behind a waiting migration, so it gives up quickly and retries. */
const lockTimeoutMs = 400;
/** Longer work belongs in batches, or in a concurrent file. */
const statementTimeoutMs = 60_000;
/** Pauses between tries, in which other sessions proceed. They grow, so that a long transaction is not interrupted too often. */
const pauseMs = { first: 500, longest: 10_000 };
/** How often a process asks whether it is its turn. */
const turnMs = 100;

/** Brings the database up to date. Of several processes one migrates while the others wait. */
export async function migrate(url: Secret, options: Options = {}): Promise<Migrated> {
  const { directory = migrationsDirectory, patienceMs = defaultPatienceMs } = options;
  const client = new Client({ connectionString: url.reveal(), application_name: 'makewhole-migrate' });
  await client.connect();
  try {
    // A role or a database may have its own limits, which must not apply to migrations.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await takeTurn(client);
    const engineChanged = await migrateJobEngine(client);
    const files = readMigrations(directory);
    const pending = await findPending(client, files);
    const applied: string[] = [];
    const waiting: { name: string; olderProcesses: number }[] = [];
    for (const file of pending) {
      const olderProcesses = file.isContract ? await countOlderProcesses(client, file.name) : 0;
      if (olderProcesses > 0) waiting.push({ name: file.name, olderProcesses });
      else {
        await apply(client, file, patienceMs);
        applied.push(file.name);
      }
    }
    if (applied.length > 0) await client.query(grantRoles);
    if (engineChanged || applied.length > 0) await client.query(grantJobEngine);
    return { applied, waiting };
  } finally {
    await client.end();
  }
}

/** Files that are not applied yet. Throws for an applied file that was changed since, and for a gap in the order. */
async function findPending(client: Client, files: readonly MigrationFile[]): Promise<readonly MigrationFile[]> {
  await client.query(
    `create table if not exists public.migrations
       (id serial primary key, name varchar(255) not null, run_on timestamp not null, checksum text)`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.migrations',
  );
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of files) {
    if ((known.get(name) ?? checksum) !== checksum)
      throw new Error(`migration ${name} was changed after it had been applied`);
  }
  const last =
    [...known.keys()]
      .filter((name) => !isContract(name))
      .toSorted()
      .at(-1) ?? '';
  const pending = files.filter(({ name }) => !known.has(name));
  const late = pending.find(({ name, isContract: mayBeLate }) => !mayBeLate && name < last);
  if (late !== undefined) throw new Error(`migration ${late.name} comes before ${last}, which is already applied`);
  return pending;
}

/**
 * Polled instead of waited for: a concurrent index build waits for all running statements, and a statement waiting for
 * this lock would wait for the index build, a deadlock.
 */
async function takeTurn(client: Client): Promise<void> {
  const ask = 'select pg_try_advisory_lock($1) as taken';
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(ask, [lockKey('migrate')]);
    if (rows[0]?.taken === true) return;
    await new Promise((resolve) => setTimeout(resolve, turnMs));
  }
}

/** Retried while other sessions hold its locks; each try waits briefly and then releases everything. */
async function apply(client: Client, file: MigrationFile, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let delay = pauseMs.first; ; delay = Math.min(delay * 2, pauseMs.longest)) {
    try {
      return await (file.isConcurrent ? applyConcurrently(client, file) : applyAtOnce(client, file));
    } catch (error) {
      if (!(isLockTimeout(error) || isDeadlock(error)) || performance.now() + delay > until) {
        throw new Error(`migration ${file.name} failed${await describeBlockers(client, error)}`, { cause: error });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

async function applyAtOnce(client: Client, file: MigrationFile): Promise<void> {
  try {
    await client.query(
      `begin; set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = ${statementTimeoutMs}`,
    );
    await client.query(file.text);
    await record(client, file);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * A failed file is restarted from its first statement, so each statement must be repeatable. There is no timeout,
 * because these statements do not block the sessions that they wait for.
 */
async function applyConcurrently(client: Client, file: MigrationFile): Promise<void> {
  for (const statement of splitStatements(file.text)) await client.query(statement);
  await record(client, file);
}

const record = (client: Client, { name, checksum }: MigrationFile) =>
  client.query(`insert into public.migrations (name, run_on, checksum) values ($1, now() at time zone 'UTC', $2)`, [
    name,
    checksum,
  ]);

/** Names the session with the longest open transaction when the retries ended. */
async function describeBlockers(client: Client, error: unknown): Promise<string> {
  if (!isLockTimeout(error)) return '';
  const { rows } = await client.query<{ said: string }>(
    `select format('%s (pid %s, open for %s s)', application_name, pid, extract(epoch from now() - xact_start)::integer) as said
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 3`,
  );
  return `: its locks are held by others; longest open: ${rows.map(({ said }) => said).join(', ') || 'nothing any more'}`;
}

/** A process reports every ten seconds, and counts as gone after this long without a report. */
const silentAfterS = 60;

async function countOlderProcesses(client: Client, name: string): Promise<number> {
  const { rows } = await client.query<{ older: number }>(
    `select count(*)::integer as older from platform.processes
     where newest_migration < $1 and beat_at > now() - make_interval(secs => $2)`,
    [name, silentAfterS],
  );
  return rows[0]?.older ?? 0;
}

/** Grants the roles their rights, on newly created tables too. */
const grantRoles = `do $$
begin
  if to_regproc('platform.grant_roles') is not null then perform platform.grant_roles(); end if;
end $$`;

/** The schema of pg-boss, and its single queue for all jobs: a queue per kind would cost a poll each. */
export const engineSchema = 'pgboss';
export const jobQueue = 'jobs';

/** For scheduled jobs. Jobs added by a row have their own options, in migration 0036. */
const queueOptions = {
  // While a job with this key waits, another is not added.
  policy: 'short',
  retryLimit: 3,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  // The shortest that pg-boss allows: a job whose worker is silent for longer goes to another worker.
  heartbeatSeconds: 10,
  // The longest that pg-boss allows, because a large file may take very long.
  expireInSeconds: 86_400,
  deleteAfterSeconds: 3_600,
};

/** Only the owner changes this schema. Processes add jobs through triggers, and a worker executes them. */
const grantJobEngine = `do $$
begin
  if to_regrole('makewhole_worker') is null then return; end if;
  grant usage on schema ${engineSchema} to makewhole_worker;
  grant select, insert, update, delete on all tables in schema ${engineSchema} to makewhole_worker;
end $$`;

/** Installs or upgrades pg-boss before our migrations, whose triggers add jobs. Returns whether anything changed. */
async function migrateJobEngine(client: Client): Promise<boolean> {
  // Imported here, because all processes load this file and few migrate.
  const { PgBoss } = await import('pg-boss');
  const executeSql = async (text: string, values?: unknown[]) => client.query(text, values);
  const engine = new PgBoss({ db: { executeSql }, schema: engineSchema, supervise: false, schedule: false });
  const before = (await engine.isInstalled()) ? await engine.schemaVersion() : undefined;
  await engine.start();
  await engine.createQueue(jobQueue, queueOptions);
  await engine.stop({ graceful: false });
  return before !== (await engine.schemaVersion());
}

type Asked = { pool: { query(text: string): Promise<{ rows: { name: string }[] }> } };

type Compared = {
  /** Migrations that this code needs and the database lacks. Code never needs a contract migration. */
  readonly pending: readonly string[];
  /** Contract migrations that removed something this older code may still use. */
  readonly unknownContracts: readonly string[];
};

/** How the database's migrations differ from those of this code. */
export async function compareMigrations(db: Asked): Promise<Compared> {
  // A database that was never migrated has no such table; then everything is pending.
  const { rows } = await db.pool.query('select name from public.migrations').catch((error: unknown) => {
    if (sqlState(error) === '42P01') return { rows: [] };
    throw error;
  });
  const applied = new Set(rows.map((row) => row.name));
  const known = new Set(migrationNames(migrationsDirectory));
  return {
    pending: [...known].filter((name) => !applied.has(name) && !isContract(name)),
    unknownContracts: [...applied].filter((name) => !known.has(name) && isContract(name)),
  };
}

export const pendingMigrations = async (db: Asked): Promise<readonly string[]> => (await compareMigrations(db)).pending;
