import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { createDatabase, isConnectionLost, type Database, type Query } from './index.ts';

let database: TestDatabase;
let db: Database;
let others: Database;
let repeated: unknown[] = [];

const statement = <Row>(text: string, ...values: unknown[]): Query<Row> => ({ text, values });

beforeAll(async () => {
  database = await cloneDatabase();
  const { url } = database;
  db = createDatabase({ url, applicationName: 'repeated', poolSize: 2, onRetry: (error) => void repeated.push(error) });
  others = createDatabase({ url, applicationName: 'others', poolSize: 1 });
  await others.many(statement('create table notes (id integer, tries integer)'));
});
beforeEach(async () => {
  repeated = [];
  await others.many(statement('truncate notes'));
});
afterAll(async () => {
  await Promise.all([db.close(), others.close()]);
  await database.drop();
});

const ownPid = statement<{ pid: number }>('select pg_backend_pid() as pid');
const end = (pid: number | undefined) => others.many(statement('select pg_terminate_backend($1)', pid));
const notes = () => others.many(statement<{ id: number; tries: number }>('select id, tries from notes'));

describe('a transaction that loses its connection', () => {
  it('a transaction that loses its connection before the commit is retried and stored once', async () => {
    let tries = 0;
    await db.inTransaction(async (tx) => {
      tries += 1;
      tx.write(statement('insert into notes (id, tries) values (1, $1)', tries));
      const pid = (await tx.find(ownPid))?.pid;
      if (tries === 1) await end(pid);
      await tx.find(statement('select 1'));
    });
    expect(await notes()).toEqual([{ id: 1, tries: 2 }]);
    expect(repeated).toHaveLength(1);
  });

  it('a transaction that keeps losing its connection fails after two retries and stores nothing', async () => {
    let tries = 0;
    const work = db.inTransaction(async (tx) => {
      tries += 1;
      tx.write(statement('insert into notes (id, tries) values (2, $1)', tries));
      await end((await tx.find(ownPid))?.pid);
      await tx.find(statement('select 1'));
    });
    expect(await work.then(() => false, isConnectionLost)).toBe(true);
    expect([tries, await notes()]).toEqual([3, []]);
  });

  it('a transaction that loses its connection during the commit is not retried, because its outcome is unknown', async () => {
    await others.many(
      statement(`create function end_own() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`),
    );
    await others.many(
      statement(`create constraint trigger at_commit after insert on notes deferrable initially deferred
        for each row execute function end_own()`),
    );
    let tries = 0;
    const work = db.inTransaction(async (tx) => {
      tries += 1;
      await tx.find(ownPid);
      tx.write(statement('insert into notes (id, tries) values (3, $1)', tries));
    });
    expect(await work.then(() => false, isConnectionLost)).toBe(true);
    expect([tries, repeated.length]).toEqual([1, 0]);
    await others.many(statement('drop function end_own() cascade'));
  });

  it('a transaction that fails because of a bug in our code is not retried', async () => {
    let tries = 0;
    const work = db.inTransaction(async (tx) => {
      tries += 1;
      await tx.find(statement('select 1 from no_such_table'));
    });
    await expect(work).rejects.toMatchObject({ code: '42P01' });
    expect(tries).toBe(1);
  });
});
