import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '#platform/config';
import { minimalIntake, poll, submit } from '#testing/intakes';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { startHarness, type Harness } from '#test/harness';
import { startRelay, type Relay } from '#test/http/relay';
import { createDatabase, type Database, type Query } from './index.ts';

let database: TestDatabase;
let wire: Relay;

beforeAll(async () => {
  database = await cloneDatabase();
  const { hostname, port } = new URL(database.url.reveal());
  wire = await startRelay({ host: hostname, port: Number(port || 5432) });
});

afterAll(async () => {
  await wire.close();
  await database.drop();
});

describe('a transaction', () => {
  const write = (text: string): Query<unknown> => ({ text: `insert into words values ($1)`, values: [text] });
  const read: Query<unknown> = { text: 'select 1', values: [] };
  let db: Database;

  beforeAll(async () => {
    const url = new Secret(wire.through(database.url.reveal()));
    db = createDatabase({ url, applicationName: 'transactions', poolSize: 1 });
    await db.many({ text: 'create table words (word text)', values: [] });
  });

  afterAll(() => db.close());

  async function tripsOf(work: Parameters<Database['inTransaction']>[0]): Promise<number> {
    const before = wire.roundTrips('transactions');
    await db.inTransaction(work);
    return wire.roundTrips('transactions') - before;
  }

  it('a transaction sends BEGIN, all writes and COMMIT in one round trip', async () => {
    const trips = await tripsOf(async (tx) => {
      for (let index = 0; index < 20; index += 1) tx.write(write(`word ${index}`));
    });
    expect(trips).toBe(1);
  });

  it('a transaction adds one round trip for each awaited read', async () => {
    const trips = await tripsOf(async (tx) => {
      tx.write(write('before'));
      await tx.many(read);
      tx.write(write('between'));
      await tx.many(read);
      tx.write(write('after'));
    });
    expect(trips).toBe(3);
  });

  it('a transaction sends concurrent reads in one round trip', async () => {
    const trips = await tripsOf(async (tx) => {
      await Promise.all([tx.many(read), tx.many(read), tx.many(read)]);
      tx.write(write('after'));
    });
    expect(trips).toBe(2);
  });

  it('a transaction of reads sent together returns after one round trip, for one account', async () => {
    const account: Query<{ account: string }> = {
      text: `select current_setting('makewhole.account') as account`,
      values: [],
    };
    const before = wire.roundTrips('transactions');
    const [first, second] = await db
      .seeing({ account: 'inst_1' })
      .inOneRead((reading) => Promise.all([reading.find(account), reading.find(account)]));
    expect([first, second]).toEqual([{ account: 'inst_1' }, { account: 'inst_1' }]);
    expect(wire.roundTrips('transactions') - before).toBe(1);
  });

  it('a read-only transaction cannot write, and leaves its connection unchanged', async () => {
    const insert = { text: `insert into words values ('from a read') returning word`, values: [] };
    await expect(db.inOneRead((reading) => reading.many(insert))).rejects.toMatchObject({ code: '25006' });
    await expect(db.inOneRead(() => Promise.reject(new Error('before any read')))).rejects.toThrow('before any read');
    expect(await db.many({ text: `select word from words where word = 'from a read'`, values: [] })).toEqual([]);
    await db.many({ text: `insert into words values ('from a single write')`, values: [] });
  });

  it('a transaction without statements sends nothing', async () => {
    expect(await tripsOf(async () => undefined)).toBe(0);
  });
});

describe('POST /intakes', () => {
  let harness: Harness;

  beforeAll(async () => {
    // One connection, so that the request does not pay for opening a second one.
    const env = { DATABASE_URL: wire.through(database.url.reveal()), DATABASE_POOL_SIZE: '1' };
    harness = await startHarness(env);
    await submit(harness, minimalIntake(), { headers: { 'idempotency-key': 'first' } });
  });

  afterAll(() => harness.close());

  async function tripsOf(body: unknown, key?: string): Promise<{ trips: number; status: number }> {
    const before = wire.roundTrips('makewhole-test');
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const { status } = await submit(harness, body, { headers });
    return { trips: wire.roundTrips('makewhole-test') - before, status };
  }

  it('a submission costs at most 3 round trips to PostgreSQL plus the limit counter, with and without a key', async () => {
    const plain = await tripsOf(minimalIntake());
    const named = await tripsOf(minimalIntake(), 'second');
    expect([plain.status, named.status]).toEqual([201, 201]);
    for (const { trips } of [plain, named]) {
      expect(trips).toBeGreaterThanOrEqual(1);
      expect(trips).toBeLessThanOrEqual(3);
    }
  });

  it("a poll costs 3 round trips: the intake with its token, then together its discount and the customer's stops", async () => {
    const { body } = await submit(harness, minimalIntake());
    const ask = async () => {
      const before = wire.roundTrips('makewhole-test');
      const { status } = await poll(harness, body);
      expect(status).toBe(200);
      return wire.roundTrips('makewhole-test') - before;
    };
    await ask();
    expect(await ask()).toBe(3);
  });

  it('a replayed submission costs no more round trips', async () => {
    const body = minimalIntake();
    await tripsOf(body, 'third');
    const replay = await tripsOf(body, 'third');
    expect(replay.status).toBe(200);
    expect(replay.trips).toBeLessThanOrEqual(3);
  });
});
