import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { cloneDatabase } from '#test/database/databases';
import { useHarness, type Harness } from '#test/harness';
import { gate, until } from '#test/until';
import { emit, registerLongWriter } from './events.ts';
import { listEvents } from './list-events.ts';
import type { PartnerEvent } from './rules.ts';

const harness = useHarness({ DATABASE_POOL_SIZE: '16' });

const happened = (accountId: string): PartnerEvent => ({
  audience: 'partner',
  type: 'plan.enrollment.created',
  accountId,
  subjectId: `enr_${crypto.randomUUID()}`,
  livemode: true,
  thin: { enrollment: { id: 'enr_1' } },
  full: {},
});

const write = (accountId: string): Promise<string | undefined> =>
  transact(harness.current.ctx, async (tx) => emit(tx, happened(accountId))[0]?.id);

async function read(accountId: string, order: 'asc' | 'desc' = 'asc'): Promise<string[]> {
  const query = { accountId, livemode: true, type: undefined, createdFrom: undefined, createdTo: undefined } as const;
  const page = await listEvents(harness.current.ctx, { ...query, order, after: undefined, limit: 100 });
  return page.events.map((text) => JSON.parse(text).id as string);
}

/** Short transactions of the machine may delay a single reading; the ones the test waits for never end on their own. */
const untilRead = (accountId: string, ...ids: readonly (string | undefined)[]) =>
  until('these events alone', async () => (await read(accountId)).join() === ids.join());

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type Open = { readonly id: string; end(): Promise<void> };

/**
 * A transaction with an id that stays open until it is ended; with `alone` it is registered as that account's long
 * writer.
 */
async function open(alone?: string, { ctx }: Harness = harness.current): Promise<Open> {
  const [begun, ended] = [Promise.withResolvers<string>(), gate()];
  const done = transact(ctx, async (tx) => {
    const [own] = await tx.db.many<{ id: string }>({ text: 'select pg_current_xact_id()::text as id', values: [] });
    if (alone !== undefined) await registerLongWriter(ctx, tx, alone);
    begun.resolve(own?.id ?? '');
    await ended.opened;
    if (alone !== undefined) emit(tx, happened(alone));
  });
  const end = async () => {
    ended.open();
    await done;
  };
  ends.push(end);
  return { id: await begun.promise, end };
}

const accounts = () => [`inst_${crypto.randomUUID()}`, `inst_${crypto.randomUUID()}`] as const;

describe('a reader of the log', () => {
  it('a reader does not wait for a long transaction that writes for another account only', async () => {
    const [one, other] = accounts();
    const long = await open(other);
    const written = await write(one);
    expect(await untilRead(one, written)).toBe(true);
    await long.end();
    expect(await untilRead(one, written)).toBe(true);
  });

  it('a reader waits for one that writes for its own account, and then reads everything in order', async () => {
    const [one] = accounts();
    const long = await open(one);
    const [first, second] = [await write(one), await write(one)];
    expect(await read(one)).toEqual([]);
    await long.end();
    const ids = await until('all three', async () => {
      const found = await read(one);
      return found.length === 3 && found;
    });
    expect(ids.slice(0, 2)).toEqual([first, second]);
    await until('the same backwards', async () => (await read(one, 'desc')).join() === ids.toReversed().join());
  });

  it('a reader waits for an unregistered transaction, whichever account reads', async () => {
    const [one, other] = accounts();
    const long = await open(other);
    const unregistered = await open();
    const written = await write(one);
    expect(await read(one)).toEqual([]);
    await unregistered.end();
    expect(await untilRead(one, written)).toBe(true);
    await long.end();
  });

  it('a reader waits for the oldest of several transactions that may still write for its account', async () => {
    const [one, other] = accounts();
    const first = await write(one);
    const [own, foreign] = [await open(one), await open(other)];
    const second = await write(one);
    expect(await untilRead(one, first)).toBe(true);
    await foreign.end();
    expect(await untilRead(one, first)).toBe(true);
    await own.end();
    await until('the second', async () => (await read(one)).includes(second ?? ''));
  });

  it('a reader does not wait for transactions in other databases of the server', async () => {
    const [one] = accounts();
    const elsewhere = await cloneDatabase();
    const client = new Client({ connectionString: elsewhere.url.reveal() });
    await client.connect();
    ends.push(
      () => elsewhere.drop(),
      () => client.end(),
    );
    ends.reverse();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    const written = await write(one);
    expect(await untilRead(one, written)).toBe(true);
  });

  it('a reader is not misled by rows of ended transactions', async () => {
    const [one, other] = accounts();
    const { db } = harness.current.ctx;
    const count = async () => (await db.pool.query('select from events.long_writers')).rowCount;
    const long = await open(other);
    await long.end();
    // The row of the ended transaction is still there; a transaction without a row still delays readers.
    expect(await count()).toBeGreaterThan(0);
    const unregistered = await open();
    const written = await write(one);
    expect(await read(one)).toEqual([]);
    await unregistered.end();
    expect(await untilRead(one, written)).toBe(true);
    // The next registration removes rows older than every open transaction.
    await db.pool.query(`insert into events.long_writers values ('3', $1)`, [other]);
    const next = await open(other);
    const { rows } = await db.pool.query<{ id: string }>('select transaction_id::text as id from events.long_writers');
    const left = rows.map(({ id }) => id);
    expect([left.includes(next.id), left.includes('3')]).toEqual([true, false]);
  });
});

it('a reader reads a page by the index only, however many long writers are registered', async () => {
  const { db } = harness.current.ctx;
  const [one] = accounts();
  await transact(harness.current.ctx, async (tx) => emit(tx, ...Array.from({ length: 500 }, () => happened(one))));
  await harness.current.owner.pool.query('analyze events.events');
  const { rows } = await db.pool.query<Record<string, string>>(
    `explain (costs off) select thin from events.events e where account_id = $1 and transaction_id < events.horizon($1)
       and (transaction_id, place) > ('0'::xid8, 0::bigint) order by e.transaction_id, e.place limit 10`,
    [one],
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Cond: .*events\.horizon/);
  expect(plan).not.toMatch(/Filter: .*events\.horizon/);
});
