import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, Pool } from 'pg';
import type { Secret } from '#platform/config';
import { sqlState } from './errors.ts';
import { lockKey } from './locks.ts';

const directory = fileURLToPath(new URL('../../../../migrations', import.meta.url));

/** Brings the database up to date; of several processes one migrates while the others wait for it. */
export async function migrate(url: Secret): Promise<readonly string[]> {
  const client = new Client({ connectionString: url.reveal(), application_name: 'makewhole-migrate' });
  // Here, because every process has this file and few migrate.
  const { runner } = await import('node-pg-migrate');
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey('migrate')]);
    const done = await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
      migrationsSchema: 'public',
      migrationsTable: 'migrations',
      checkOrder: true,
      // The library's own lock fails instead of waiting; ours is already held.
      noLock: true,
      log: () => undefined,
    });
    await migrateJobEngine(url);
    return done.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * On a pool of ours: the engine's own has no error listener once it ends, and a connection cut at that moment would end
 * the process.
 */
async function migrateJobEngine(url: Secret): Promise<void> {
  const { runMigrations } = await import('graphile-worker');
  const pool = new Pool({ connectionString: url.reveal(), application_name: 'makewhole-migrate', max: 1 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/** Names of migrations that this code has and the database lacks. */
export async function pendingMigrations(db: {
  pool: { query(text: string): Promise<{ rows: { name: string }[] }> };
}): Promise<readonly string[]> {
  // A database that was never migrated has no such table, and everything is pending.
  const { rows } = await db.pool.query('select name from public.migrations').catch((error: unknown) => {
    if (sqlState(error) === '42P01') return { rows: [] };
    throw error;
  });
  const applied = new Set(rows.map((row) => row.name));
  return migrationNames().filter((name) => !applied.has(name));
}

const migrationNames = (): string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
