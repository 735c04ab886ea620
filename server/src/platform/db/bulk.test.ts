import { describe, expect, it } from 'vitest';
import { gate, until } from '#test/until';
import { useDatabase } from '#test/database/use-database';

const database = useDatabase();

const numbers = { text: 'create temp table numbers (n integer)', values: [] };
const sum = { text: 'select sum(n)::int as sum from numbers', values: [] };
const insert = (n: unknown) => ({ text: 'insert into numbers values ($1)', values: [n] });

const sessions = async () => {
  const text = `select pid from pg_stat_activity where datname = current_database() and application_name like '%-bulk'`;
  return (await database.current.db.many({ text, values: [] })).length;
};

describe('a bulk session', () => {
  it('a bulk session keeps its temporary tables between COPY, statements and transactions, and drops them at its end', async () => {
    const { db } = database.current;
    const total = await db.inBulk(async (session) => {
      await session.run(numbers);
      await session.copy('copy numbers from stdin', '1\n2\n');
      await session.copy('copy numbers from stdin', '3\n');
      await session.transact(async (tx) => {
        tx.write(insert(4));
        expect(await tx.find(sum)).toEqual({ sum: 10 });
        tx.write(insert(5));
      });
      return session.run<{ sum: number }>(sum);
    });
    expect(total).toEqual([{ sum: 15 }]);
    await until('no session is left', async () => (await sessions()) === 0);
    await expect(db.inBulk((session) => session.run(sum))).rejects.toThrow('does not exist');
  });

  it('a bulk session runs concurrent statements one after the other, after the writes before them', async () => {
    const seen = await database.current.db.inBulk(async (session) => {
      await session.run(numbers);
      return session.transact(async (tx) => {
        tx.write(insert(1));
        const first = tx.find(sum);
        tx.write(insert(1));
        return Promise.all([first, tx.find(sum)]);
      });
    });
    expect(seen).toEqual([{ sum: 1 }, { sum: 2 }]);
  });

  it('a bulk session fails with a failed statement, even if it was only queued or not awaited', async () => {
    const { db } = database.current;
    const attempt = (work: 'written' | 'overheard') =>
      db.inBulk((session) =>
        session.transact(async (tx) => {
          tx.write({ text: 'create table kept (n integer)', values: [] });
          if (work === 'written') tx.write({ text: 'select 1/0', values: [] });
          else await tx.many({ text: 'select 1/0', values: [] }).catch(() => undefined);
        }),
      );
    await expect(attempt('written')).rejects.toThrow('division by zero');
    await expect(attempt('overheard')).rejects.toThrow('rolled back');
    await expect(db.many({ text: 'select from kept', values: [] })).rejects.toThrow('does not exist');
  });

  it('a bulk session translates the error of a failed statement', async () => {
    const meaning = new Error('it means this');
    const query = { text: 'select 1/0', values: [], explain: () => meaning };
    const { db } = database.current;
    await expect(db.inBulk((session) => session.run(query))).rejects.toBe(meaning);
    await expect(db.inBulk((session) => session.transact((tx) => tx.many(query)))).rejects.toBe(meaning);
  });

  it('a bulk session refuses rows that do not fit, with all previous rows of the same COPY', async () => {
    const { db } = database.current;
    const left = await db.inBulk(async (session) => {
      await session.run(numbers);
      await expect(session.copy('copy numbers from stdin', '1\nx\n')).rejects.toThrow('invalid input syntax');
      return session.run(sum);
    });
    expect(left).toEqual([{ sum: null }]);
  });

  it('the ninth concurrent bulk session is refused with Retry-After', async () => {
    const { db } = database.current;
    const end = gate();
    const held = Array.from({ length: 8 }, () => db.inBulk(() => end.opened));
    await expect(db.inBulk(async () => undefined)).rejects.toMatchObject({ status: 429, retryAfterS: 10 });
    end.open();
    await Promise.all(held);
    expect(await db.inBulk(async () => 'in')).toBe('in');
  });
});
