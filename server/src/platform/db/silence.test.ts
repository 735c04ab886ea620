import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '#platform/config';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { startRelay, type Relay } from '#test/http/relay';
import { isConnectionLost, createDatabase, type Database, type Query } from './index.ts';

let database: TestDatabase;
let wire: Relay;
const receipt: Database[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  const { hostname, port } = new URL(database.url.reveal());
  wire = await startRelay({ host: hostname, port: Number(port || 5432) });
});

afterEach(async () => {
  wire.thaw();
  await Promise.all(receipt.splice(0).map((db) => db.close()));
});

afterAll(async () => {
  await wire.close();
  await database.drop();
});

function open(statementTimeoutMs = 500): Database {
  const url = new Secret(wire.through(database.url.reveal()));
  const db = createDatabase({ url, applicationName: 'silence', poolSize: 2, statementTimeoutMs });
  receipt.push(db);
  return db;
}

const one: Query<{ one: number }> = { text: 'select 1 as one', values: [] };
const outcome = (work: Promise<unknown>): Promise<boolean> => work.then(() => false, isConnectionLost);

describe('a silent database', () => {
  it('a silent database fails the statement that waits for it, and is used again once it responds', async () => {
    const db = open();
    await db.find(one);
    wire.freeze();
    expect(await outcome(db.find(one))).toBe(true);
    wire.thaw();
    expect(await db.find(one)).toEqual({ one: 1 });
  });

  it('a silent database ends a transaction, whose connection is not reused', async () => {
    const db = open();
    const pids: unknown[] = [];
    const pid: Query<{ pid: number }> = { text: 'select pg_backend_pid() as pid', values: [] };
    const broken = db.inTransaction(async (tx) => {
      pids.push((await tx.find(pid))?.pid);
      wire.freeze();
      await tx.find(one);
    });
    expect(await outcome(broken)).toBe(true);
    wire.thaw();
    expect(pids).not.toContain((await db.find(pid))?.pid);
  });

  it('a silent database does not block requests for a new connection', async () => {
    const db = open();
    wire.freeze();
    expect(await outcome(db.find(one))).toBe(true);
    wire.thaw();
    expect(await db.find(one)).toEqual({ one: 1 });
  });

  it('a slow statement is not taken for a silent database, because the database ends it', async () => {
    const db = open();
    const slow = db.find({ text: 'select pg_sleep(5)', values: [] });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });

  it('a silent database does not keep a process from closing', async () => {
    const db = open(30_000);
    await db.find(one);
    wire.freeze();
    const waiting = outcome(db.find(one));
    await Promise.all(receipt.splice(0).map((each) => each.close()));
    expect(await waiting).toBe(true);
  });
});
