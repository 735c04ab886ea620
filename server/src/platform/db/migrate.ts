import { Client, Pool } from 'pg';
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
  /** How long one file is tried again while others hold its locks. */
  readonly patienceMs?: number;
};

type Migrated = {
  readonly applied: readonly string[];
  /** Contracts that wait for processes of an older version, and how many of these there are. */
  readonly waiting: readonly { readonly name: string; readonly olderProcesses: number }[];
};

const defaultPatienceMs = 600_000;
/** Everybody who needs the table waits behind a waiting migration, so it gives way and comes again. */
const lockTimeoutMs = 400;
/** What takes longer belongs into batches, or into a concurrent file. */
const statementTimeoutMs = 60_000;
/** Between two tries others get their turn; growing, so that a long transaction is not met too often. */
const pauseMs = { first: 500, longest: 10_000 };
/** Between two questions whose turn it is. */
const turnMs = 100;

/** Brings the database up to date; of several processes one migrates while the others wait for it. */
export async function migrate(url: Secret, options: Options = {}): Promise<Migrated> {
  const { directory = migrationsDirectory, patienceMs = defaultPatienceMs } = options;
  const client = new Client({ connectionString: url.reveal(), application_name: 'makewhole-migrate' });
  await client.connect();
  try {
    // A role or a database may have limits of its own, which are not for migrations.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await takeTurn(client);
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
    if (!(await isJobEngineHandedOver(client))) await migrateJobEngine(client, url);
    if (applied.length > 0) await client.query(grantRoles);
    return { applied, waiting };
  } finally {
    await client.end();
  }
}

/** Files that are not applied yet. An applied file that was changed since is a mistake, and so is a gap in the order. */
async function findPending(client: Client, files: readonly MigrationFile[]): Promise<readonly MigrationFile[]> {
  await client.query(
    `create table if not exists public.migrations
       (id serial primary key, name varchar(255) not null, run_on timestamp not null, checksum text)`,
  );
  const { rows } = await client.query<{ name: string; checksum: string | null }>('select * from public.migrations');
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const hasChecksums = rows.every((row) => 'checksum' in row);
  if (!hasChecksums) await client.query('alter table public.migrations add column checksum text');
  for (const { name, checksum } of files.filter((file) => known.has(file.name))) {
    const stored = known.get(name) ?? undefined;
    // Applied before checksums were kept.
    if (stored === undefined) {
      await client.query('update public.migrations set checksum = $2 where name = $1', [name, checksum]);
    } else if (stored !== checksum) throw new Error(`migration ${name} was changed after it had been applied`);
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
 * Asked for again and again instead of waited for: an index that is built concurrently waits for every statement that runs,
 * and one that waits for this lock would wait for the index.
 */
async function takeTurn(client: Client): Promise<void> {
  const ask = 'select pg_try_advisory_lock($1) as taken';
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(ask, [lockKey('migrate')]);
    if (rows[0]?.taken === true) return;
    await new Promise((resolve) => setTimeout(resolve, turnMs));
  }
}

/** Tried again while others hold the locks that it needs; each time it waits briefly and gives everything back. */
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
 * What fails in the middle is begun again with its first statement, so each can be repeated. They have no timeout: what
 * they wait for is not kept waiting by them.
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

/** Whom to look at: what has been open longest when the patience ended. */
async function describeBlockers(client: Client, error: unknown): Promise<string> {
  if (!isLockTimeout(error)) return '';
  const { rows } = await client.query<{ said: string }>(
    `select format('%s (pid %s, open for %s s)', application_name, pid, extract(epoch from now() - xact_start)::integer) as said
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 3`,
  );
  return `: its locks are held by others; longest open: ${rows.map(({ said }) => said).join(', ') || 'nothing any more'}`;
}

/** Processes are taken for gone when they have been silent for this long; they report every ten seconds. */
const silentAfterS = 60;

async function countOlderProcesses(client: Client, name: string): Promise<number> {
  const { rows } = await client.query<{ older: number }>(
    `select count(*)::integer as older from platform.processes
     where newest_migration < $1 and beat_at > now() - make_interval(secs => $2)`,
    [name, silentAfterS],
  );
  return rows[0]?.older ?? 0;
}

/** What the roles may do, for tables that were just made too. */
const grantRoles = `do $$
begin
  if to_regproc('platform.grant_roles') is not null then perform platform.grant_roles(); end if;
end $$`;

/** The worker's role owns the job engine's schema and all that is in it. */
const giveToWorker = `do $$
declare
  kind text;
  name text;
begin
  if to_regrole('makewhole_worker') is null then return; end if;
  for kind, name in
    select 'schema', nspname::text from pg_namespace
      where nspname = 'graphile_worker' and nspowner <> 'makewhole_worker'::regrole
    union all select case relkind when 'v' then 'view' when 'c' then 'type' else 'table' end, oid::regclass::text from pg_class
      where relnamespace = 'graphile_worker'::regnamespace and relowner <> 'makewhole_worker'::regrole and relkind in ('r', 'v', 'c')
    union all select 'type', oid::regtype::text from pg_type
      where typnamespace = 'graphile_worker'::regnamespace and typowner <> 'makewhole_worker'::regrole and typtype in ('e', 'd')
    union all select 'function', oid::regprocedure::text from pg_proc
      where pronamespace = 'graphile_worker'::regnamespace and proowner <> 'makewhole_worker'::regrole
  loop
    execute format('alter %s %s owner to makewhole_worker', kind, name);
  end loop;
end $$`;

/**
 * Once the schema is the worker's, nothing in it is touched as the owner: a view or a trigger that the worker's role put there
 * would run with the owner's rights. A worker brings its engine up to date when it starts.
 */
async function isJobEngineHandedOver(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_namespace where nspname = 'graphile_worker' and nspowner = to_regrole('makewhole_worker')`,
  );
  return rowCount === 1;
}

/**
 * On a pool of ours: the engine's own has no error listener once it ends, and a connection cut at that moment would end
 * the process.
 */
async function migrateJobEngine(client: Client, url: Secret): Promise<void> {
  // Here, because every process has this file and few migrate.
  const { runMigrations } = await import('graphile-worker');
  const pool = new Pool({
    connectionString: url.reveal(),
    application_name: 'makewhole-migrate',
    max: 1,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool });
    await client.query(giveToWorker);
  } finally {
    await pool.end();
  }
}

type Asked = { pool: { query(text: string): Promise<{ rows: { name: string }[] }> } };

type Compared = {
  /** What this code needs and the database lacks; a contract is not needed by anybody. */
  readonly pending: readonly string[];
  /** What took something away that this code may still use: it is older than the schema allows. */
  readonly unknownContracts: readonly string[];
};

/** How the database's migrations differ from those of this code. */
export async function compareMigrations(db: Asked): Promise<Compared> {
  // A database that was never migrated has no such table, and everything is pending.
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
