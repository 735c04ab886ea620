import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '#test/database/databases';
import { migrate, createDatabase, pendingMigrations, type Database } from './index.ts';

const files = readdirSync(new URL('../../../../migrations', import.meta.url))
  .map((file) => file.replace(/\.sql$/, ''))
  .toSorted();

const receipt: { database: TestDatabase; db: Database }[] = [];

async function anEmptyDatabase() {
  const database = await emptyDatabase();
  const db = createDatabase({ url: database.url, applicationName: 'makewhole-test', poolSize: 2 });
  receipt.push({ database, db });
  return { url: database.url, db };
}

afterEach(async () => {
  for (const { database, db } of receipt.splice(0)) {
    await db.close();
    await database.drop();
  }
});

/** Every table, index, function and type, with the transaction that last changed it. */
async function catalogue(db: Database): Promise<unknown> {
  const text = `select 'relation' as kind, oid, xmin::text from pg_class union all
    select 'function', oid, xmin::text from pg_proc union all
    select 'type', oid, xmin::text from pg_type order by kind, oid`;
  return db.many({ text, values: [] });
}

describe('migrating', () => {
  it('applies every file, in order, to an empty database, and then none is pending', async () => {
    const { url, db } = await anEmptyDatabase();
    expect(await pendingMigrations(db)).toEqual(files);
    expect(await migrate(url)).toEqual(files);
    expect(await pendingMigrations(db)).toEqual([]);
  });

  it('changes nothing the second time', async () => {
    const { url, db } = await anEmptyDatabase();
    await migrate(url);
    const before = await catalogue(db);
    expect(await migrate(url)).toEqual([]);
    expect(await catalogue(db)).toEqual(before);
  });

  it('succeeds for several processes at once: one migrates, the others wait for it', async () => {
    const { url, db } = await anEmptyDatabase();
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], [], files]);
    expect(await pendingMigrations(db)).toEqual([]);
  });

  it('lists the migrations that this code has and the database lacks', async () => {
    const { url, db } = await anEmptyDatabase();
    await migrate(url);
    await db.many({ text: 'delete from public.migrations where name = any($1)', values: [files.slice(-2)] });
    expect(await pendingMigrations(db)).toEqual(files.slice(-2));
  });
});
