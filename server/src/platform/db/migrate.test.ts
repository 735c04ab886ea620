import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { emptyDatabase, type TestDatabase } from '#test/database/databases';
import { untilBlocked } from '#test/database/use-database';
import { until } from '#test/until';
import { lockKey } from './locks.ts';
import { migrate, createDatabase, pendingMigrations, type Database } from './index.ts';

const files = readdirSync(new URL('../../../../migrations', import.meta.url))
  .map((file) => file.replace(/\.sql$/, ''))
  .toSorted();

const receipt: { database: TestDatabase; db: Database }[] = [];

async function anEmptyDatabase() {
  const database = await emptyDatabase();
  const db = createDatabase({ url: database.url, applicationName: 'makewhole-test', poolSize: 3 });
  receipt.push({ database, db });
  return { url: database.url, db };
}

afterEach(async () => {
  for (const { database, db } of receipt.splice(0)) {
    await db.close();
    await database.drop();
  }
});

/** All tables, indexes, functions and types, with the transaction that last changed each. */
async function catalogue(db: Database): Promise<unknown> {
  const text = `select 'relation' as kind, oid, xmin::text from pg_class union all
    select 'function', oid, xmin::text from pg_proc union all
    select 'type', oid, xmin::text from pg_type order by kind, oid`;
  return db.many({ text, values: [] });
}

describe('migrate', () => {
  it('migrate applies all files in order to an empty database, and then none is pending', async () => {
    const { url, db } = await anEmptyDatabase();
    expect(await pendingMigrations(db)).toEqual(files);
    expect(await migrate(url)).toEqual({ applied: files, waiting: [] });
    expect(await pendingMigrations(db)).toEqual([]);
  });

  it('migrate changes nothing the second time', async () => {
    const { url, db } = await anEmptyDatabase();
    await migrate(url);
    const before = await catalogue(db);
    expect(await migrate(url)).toEqual({ applied: [], waiting: [] });
    expect(await catalogue(db)).toEqual(before);
  });

  it('migrate succeeds for several concurrent processes: one migrates while the others wait', async () => {
    const { url, db } = await anEmptyDatabase();
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.map((one) => one.applied).toSorted((a, b) => a.length - b.length)).toEqual([[], [], files]);
    expect(await pendingMigrations(db)).toEqual([]);
  });

  it('migrate waits for its turn without holding a statement open, which would block a concurrent index build', async () => {
    const { url, db } = await anEmptyDatabase();
    await migrate(url);
    const holder = await db.pool.connect();
    await holder.query('select pg_advisory_lock($1)', [lockKey('migrate')]);
    const waiting = migrate(url);
    const own = `application_name = 'makewhole-migrate' and datname = current_database()`;
    await until(
      'it to ask',
      async () => (await db.many({ text: `select from pg_stat_activity where ${own}`, values: [] })).length > 0,
    );
    const blocked = `select from pg_locks l join pg_stat_activity a using (pid) where ${own} and not l.granted`;
    expect(await db.many({ text: blocked, values: [] })).toEqual([]);
    await holder.query('create table waited (id integer)');
    await holder.query('create index concurrently waited_id on waited (id)');
    await holder.query('select pg_advisory_unlock($1)', [lockKey('migrate')]);
    holder.release();
    expect((await waiting).applied).toEqual([]);
  });

  it('migrate lists the migrations that this code has and the database lacks', async () => {
    const { url, db } = await anEmptyDatabase();
    await migrate(url);
    await db.many({ text: 'delete from public.migrations where name = any($1)', values: [files.slice(-2)] });
    expect(await pendingMigrations(db)).toEqual(files.slice(-2));
  });
});

/** A database with custom migration files instead of ours. */
async function databaseWith(texts: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const write = (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) writeFileSync(join(directory, `${name}.sql`), text);
  };
  write(texts);
  const { url, db } = await anEmptyDatabase();
  return { db, write, run: (patienceMs = 60_000) => migrate(url, { directory, patienceMs }) };
}

const say = (text: string) => ({ text, values: [] });

describe('a migration', () => {
  it('a migration yields to readers of the table, and is applied once they are done', async () => {
    const { db, run, write } = await databaseWith({ '0001-a': 'create table a (id integer)' });
    await run();
    write({ '0002-a-more': 'alter table a add column more text' });
    const migrating = await db.inTransaction(async (reader) => {
      await reader.many(say('select * from a'));
      const running = run();
      await untilBlocked(db, 1);
      // The first read waits behind the migration until the migration yields.
      for (let turn = 0; turn < 3; turn += 1) await db.many(say('select * from a'));
      expect(await db.many(say('select * from public.migrations'))).toHaveLength(1);
      return { running };
    });
    expect((await migrating.running).applied).toEqual(['0002-a-more']);
  });

  it('a migration that gives up names the process that holds its locks, and leaves nothing behind', async () => {
    const { db, run, write } = await databaseWith({ '0001-a': 'create table a (id integer)' });
    await run();
    write({ '0002-a-more': 'alter table a add column more text' });
    await db.inTransaction(async (reader) => {
      await reader.many(say('select * from a'));
      await expect(run(0)).rejects.toThrow(
        /^migration 0002-a-more failed: its locks are held by others; longest open: makewhole-test \(pid \d+, open for \d+ s\)/,
      );
    });
    expect((await run()).applied).toEqual(['0002-a-more']);
  });

  it('a migration is applied completely or not at all, and earlier ones stay applied', async () => {
    const { db, run, write } = await databaseWith({
      '0001-a': 'create table a (id integer)',
      '0002-b': 'create table b (id integer); select 1 / 0',
      '0003-c': 'create table c (id integer)',
    });
    await expect(run()).rejects.toThrow('migration 0002-b failed');
    expect(await db.many(say("select relname from pg_class where relname in ('a', 'b', 'c')"))).toEqual([
      { relname: 'a' },
    ]);
    write({ '0002-b': 'create table b (id integer)' });
    expect((await run()).applied).toEqual(['0002-b', '0003-c']);
  });

  it('a migration that was changed after it was applied is refused', async () => {
    const { run, write } = await databaseWith({ '0001-a': 'create table a (id integer)' });
    await run();
    write({ '0001-a': 'create table a (id bigint)' });
    await expect(run()).rejects.toThrow('migration 0001-a was changed after it had been applied');
  });

  it('a migration is refused when a later one is already applied', async () => {
    const { run, write } = await databaseWith({ '0002-b': 'create table b (id integer)' });
    await run();
    write({ '0001-a': 'create table a (id integer)' });
    await expect(run()).rejects.toThrow('migration 0001-a comes before 0002-b, which is already applied');
  });

  it('a migration that begins with -- concurrently runs outside a transaction and can be repeated', async () => {
    const index = 'drop index concurrently if exists a_id;\ncreate unique index concurrently a_id on a (id);\n';
    const { db, run } = await databaseWith({
      '0001-a': 'create table a (id integer); insert into a values (1), (1)',
      '0002-a-id': `-- concurrently\n-- Ids are unique; nobody waits.\n${index}`,
    });
    // A failed concurrent index build leaves an invalid index behind.
    await expect(run()).rejects.toThrow('migration 0002-a-id failed');
    await db.many(say('delete from a'));
    expect((await run()).applied).toEqual(['0002-a-id']);
    expect(await db.many(say("select indisvalid from pg_index where indexrelid = 'a_id'::regclass"))).toEqual([
      { indisvalid: true },
    ]);
  });
});

describe('a contract migration', () => {
  const processes = `create schema platform;
    create table platform.processes (name text primary key, newest_migration text not null, beat_at timestamptz not null default now())`;

  it('a contract migration waits while a process of an older version runs, and other migrations do not', async () => {
    const { db, run, write } = await databaseWith({
      '0001-a': `${processes}; create table a (id integer, old integer)`,
    });
    await run();
    await db.many(say(`insert into platform.processes values ('api-1', '0001-a'), ('api-2', '0003-b')`));
    write({ '0002-contract-a-old': 'alter table a drop column old', '0003-b': 'create table b (id integer)' });
    expect(await run()).toEqual({
      applied: ['0003-b'],
      waiting: [{ name: '0002-contract-a-old', olderProcesses: 1 }],
    });
    await db.many(say(`update platform.processes set beat_at = now() - interval '61 s' where name = 'api-1'`));
    expect(await run()).toEqual({ applied: ['0002-contract-a-old'], waiting: [] });
  });
});
