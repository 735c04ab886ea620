import { describe, expect, it } from 'vitest';
import { untilBlocked, useDatabase } from '#test/database/use-database';
import { lockKey, lockNames, type Query } from './index.ts';

const database = useDatabase(6);
const nothing: Query<unknown> = { text: 'select 1', values: [] };

/** A transaction that holds these named locks until it is released. */
async function hold(names: readonly string[]): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = database.current.db.inTransaction(async (tx) => {
    lockNames(tx, names);
    await tx.many(nothing);
    taken.resolve();
    await end.promise;
  });
  done.catch(taken.reject);
  await taken.promise;
  return async () => {
    end.resolve();
    await done;
  };
}

/** Resolves with its label after it has acquired the locks. */
const pass = (label: string, names: readonly string[]): Promise<string> =>
  database.current.db.inTransaction(async (tx) => {
    lockNames(tx, names);
    await tx.many(nothing);
    return label;
  });

describe('named locks', () => {
  it('named locks let one transaction at a time through when they share a name', async () => {
    const { db } = database.current;
    const order: string[] = [];
    const release = await hold(['person/email/owner@example.com']);
    const second = pass('second', ['person/phone/+14155550123', 'person/email/owner@example.com']);
    const noted = second.then((label) => order.push(label));
    await untilBlocked(db, 1);
    order.push('first');
    await release();
    await noted;
    expect(order).toEqual(['first', 'second']);
  });

  it('named locks do not make transactions with different names wait', async () => {
    const release = await hold(['person/email/one@example.com']);
    expect(await pass('other', ['person/email/two@example.com'])).toBe('other');
    await release();
  });

  it('named locks are free again after the transaction, committed or not', async () => {
    const { db } = database.current;
    const failed = db.inTransaction(async (tx) => {
      lockNames(tx, ['a name']);
      await tx.many(nothing);
      throw new Error('not today');
    });
    await expect(failed).rejects.toThrow('not today');
    expect(await pass('next', ['a name'])).toBe('next');
    expect(await pass('and next', ['a name'])).toBe('and next');
  });

  it('named locks are taken in one order, so that two transactions cannot deadlock', async () => {
    const { db } = database.current;
    const [first = '', last = ''] = ['a', 'b'].toSorted((a, b) => (lockKey(a) < lockKey(b) ? -1 : 1));
    const release = await hold([first]);
    const both = [pass('one', [first, last])];
    await untilBlocked(db, 1);
    both.push(pass('other', [last, first]));
    await untilBlocked(db, 2);
    await release();
    expect(await Promise.all(both)).toEqual(['one', 'other']);
  });

  it('an empty list of locks costs nothing, and a repeated name is locked once', async () => {
    const { db } = database.current;
    const held: Query<{ count: string }> = {
      text: `select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
      values: [],
    };
    const counts = await db.inTransaction(async (tx) => {
      lockNames(tx, []);
      const none = await tx.find(held);
      lockNames(tx, ['twice', 'twice', 'once']);
      return [none, await tx.find(held)];
    });
    expect(counts).toEqual([{ count: '0' }, { count: '2' }]);
  });

  it("a lock's 64-bit number depends on the whole name", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `person/email/owner-${index}@example.com`);
    const keys = names.map(lockKey);
    expect(new Set(keys).size).toBe(names.length);
    expect(keys.every((key) => BigInt.asIntN(64, BigInt(key)).toString() === key)).toBe(true);
    expect(keys.some((key) => key.startsWith('-')) && keys.some((key) => !key.startsWith('-'))).toBe(true);
  });
});
