import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { Secret } from '#platform/config';
import { migrate } from '#platform/db';

/** The server for test databases; every machine that runs our tests has one at this address. */
const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

const databaseUrl = (name: string): Secret => {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return new Secret(url.href);
};

async function asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Named after its migrations: a changed migration makes a new template, an unchanged one is reused. */
function templateName(): string {
  const directory = new URL('../../../migrations/', import.meta.url);
  const hash = createHash('sha256');
  for (const file of readdirSync(directory).sort()) hash.update(file).update(readFileSync(new URL(file, directory)));
  return `makewhole_template_${hash.digest('hex').slice(0, 12)}`;
}

export const templateUrl = (): Secret => databaseUrl(templateName());

/** A tablespace in memory, if this machine has one (`.ci/databases-in-memory`). */
async function isInMemory(client: Client): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from pg_tablespace where spcname = 'makewhole_tests'");
  return rowCount === 1;
}

/** Migrates the template once per machine; concurrent runs wait for one another. */
export async function ensureTemplate(): Promise<void> {
  const name = templateName();
  await asAdmin(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('makewhole_template'))");
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount === 1) return;
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}${(await isInMemory(client)) ? ' tablespace makewhole_tests' : ''}`);
    await migrate(databaseUrl(name));
    await client.query(`alter database ${name} is_template true`);
  });
}

/** The roles that processes connect as. Tests connect as the administrator otherwise. */
export type DatabaseRole = 'api' | 'worker' | 'cli';

/** The same database for a process of this role. */
export function urlFor(url: Secret | string, role: DatabaseRole): Secret {
  const changed = new URL(typeof url === 'string' ? url : url.reveal());
  changed.username = `makewhole_${role}`;
  return new Secret(changed.href);
}

/** The same database for its owner. */
export function ownerUrl(url: Secret | string): Secret {
  const changed = new URL(typeof url === 'string' ? url : url.reveal());
  changed.username = new URL(adminUrl).username;
  return new Secret(changed.href);
}

export type TestDatabase = {
  /** Connects as the administrator, which owns everything. */
  readonly url: Secret;
  drop(): Promise<void>;
};

/** A private database: the template cloned, in a few tens of milliseconds. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const name = `makewhole_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(async (client) => {
    // A file copy needs no write-ahead log, but every file is synced: cheaper in memory, slower on a disk.
    const strategy = (await isInMemory(client)) ? 'file_copy' : 'wal_log';
    await client.query(`create database ${name} template ${templateName()} strategy ${strategy}`);
  });
  return {
    url: databaseUrl(name),
    drop: async () => {
      await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** An empty database, for tests of migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `makewhole_test_${randomBytes(6).toString('hex')}`;
  await asAdmin((client) => client.query(`create database ${name}`));
  return {
    url: databaseUrl(name),
    drop: async () => {
      await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
