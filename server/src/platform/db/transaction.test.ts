import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gate, until } from '#test/until';
import { useDatabase } from '#test/database/use-database';
import { isUniqueViolation, createDatabase, prepared, sqlState, transact, type Query } from './index.ts';

const database = useDatabase();

const statement = <Row>(text: string, ...values: unknown[]): Query<Row> => ({ text, values });
const insertNote = prepared<[id: number], never>('test.insert-note', 'insert into notes (id) values ($1)');
const notes = async () => {
  const rows = await database.current.db.many(statement<{ id: number }>('select id from notes order by id'));
  return rows.map(({ id }) => id);
};

beforeAll(async () => {
  await database.current.db.many(statement('create table notes (id integer primary key)'));
});

beforeEach(async () => {
  await database.current.db.many(statement('truncate notes'));
});

describe('a transaction', () => {
  it('a transaction commits all its queued writes in program order and returns the result of the work', async () => {
    const { db } = database.current;
    const seen = await db.inTransaction(async (tx) => {
      tx.write(insertNote(1));
      const own = await tx.many(statement('select id from notes'));
      tx.write(statement('update notes set id = 3 where id = 1'));
      tx.write(insertNote(1));
      return own;
    });
    expect(seen).toEqual([{ id: 1 }]);
    expect(await notes()).toEqual([1, 3]);
  });

  it('a transaction hides its writes until it commits', async () => {
    const { db } = database.current;
    await db.inTransaction(async (tx) => {
      tx.write(insertNote(1));
      await tx.many(statement('select 1'));
      expect(await notes()).toEqual([]);
    });
    expect(await notes()).toEqual([1]);
  });

  it('a transaction stores nothing when the work throws, and rethrows that error', async () => {
    const { db } = database.current;
    const refusal = new Error('not today');
    const work = db.inTransaction(async (tx) => {
      tx.write(insertNote(1));
      await tx.many(statement('select 1'));
      tx.write(insertNote(2));
      throw refusal;
    });
    await expect(work).rejects.toBe(refusal);
    expect(await notes()).toEqual([]);
  });

  it('a transaction stores nothing when a queued write fails, and throws the first error, not the errors that follow from it', async () => {
    const { db } = database.current;
    const failed = db.inTransaction(async (tx) => {
      tx.write(insertNote(1));
      tx.write(insertNote(1));
      tx.write(insertNote(2));
      tx.write(statement('update notes set id = 4'));
    });
    await expect(failed).rejects.toSatisfy(isUniqueViolation);
    expect(await notes()).toEqual([]);
  });

  it('a transaction reports the error of an earlier write to a later read', async () => {
    const { db } = database.current;
    let told: unknown;
    const failed = db.inTransaction(async (tx) => {
      tx.write(insertNote(1));
      tx.write(insertNote(1));
      told = await tx.many(statement('select 1')).catch((error: unknown) => error);
    });
    await expect(failed).rejects.toSatisfy(isUniqueViolation);
    expect(sqlState(told)).toBe('23505');
    expect(await notes()).toEqual([]);
  });

  it('a transaction cannot commit after the work swallows the error of a read', async () => {
    const { db } = database.current;
    const failed = db.inTransaction(async (tx) => {
      tx.write(insertNote(1));
      await tx.many(statement('select 1 / 0')).catch(() => undefined);
    });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    expect(await notes()).toEqual([]);
  });

  it('a transaction fails as a whole with the translated error, when the statement has a translation', async () => {
    const { db } = database.current;
    const meaning = new Error('somebody was faster');
    const explain = (error: unknown) => (isUniqueViolation(error) ? meaning : undefined);
    const failed = db.inTransaction(async (tx) => {
      tx.write({ ...insertNote(1), explain });
      tx.write({ ...insertNote(1), explain });
      await Promise.all([tx.many(statement('select 1')), tx.many(statement('select 2'))]);
    });
    await expect(failed).rejects.toBe(meaning);
    await db.many(insertNote(1));
    await expect(db.many({ ...insertNote(1), explain })).rejects.toBe(meaning);
    await expect(db.many({ ...statement('select 1 / 0'), explain })).rejects.toMatchObject({ code: '22012' });
  });

  it('a transaction fails when a deferred constraint refuses the commit', async () => {
    const { db } = database.current;
    const deferred = 'create table pairs (id integer unique deferrable initially deferred)';
    await db.many(statement(deferred));
    const failed = db.inTransaction(async (tx) => {
      tx.write(statement('insert into pairs values (1)'));
      tx.write(statement('insert into pairs values (1)'));
    });
    await expect(failed).rejects.toSatisfy(isUniqueViolation);
    expect(await db.many(statement('select * from pairs'))).toEqual([]);
  });

  it.each<[how: string, refusal: Error | undefined]>([
    ['failed', new Error('not today')],
    ['committed', undefined],
  ])(
    'a transaction that has %s accepts nothing more from a branch of the work that continues',
    async (_how, refusal) => {
      const { db } = database.current;
      const over = Promise.withResolvers<void>();
      let late: Promise<unknown> = Promise.resolve();
      const ended = db.inTransaction(async (tx) => {
        await tx.many(statement('select 1'));
        late = over.promise.then(async () => {
          tx.write(insertNote(1));
          return tx.many(statement('select 1'));
        });
        late.catch(() => undefined);
        if (refusal !== undefined) throw refusal;
      });
      expect(await ended.catch((error: unknown) => error)).toBe(refusal);
      over.resolve();
      await expect(late).rejects.toThrow('the transaction is over');
      expect(await notes()).toEqual([]);
    },
  );

  it('a transaction leaves the rest of ctx unchanged', async () => {
    const { db } = database.current;
    const ctx = { db, word: 'whole' };
    const outcome = await transact(ctx, async (tx) => {
      tx.db.write(insertNote(5));
      return tx.word;
    });
    expect([outcome, await notes()]).toEqual(['whole', [5]]);
  });
});

describe('transactions in a deadlock', () => {
  const lock = (key: number) => statement('select pg_advisory_xact_lock($1)', key);

  /** Two transactions, each waiting for the other's lock once `meet` is done; returns how often a deadlock was reported. */
  async function runCircle(meet: (tries: number) => Promise<void>): Promise<{ told: string[]; tries: number[] }> {
    const told: string[] = [];
    const db = createDatabase({
      url: database.current.url,
      applicationName: 'makewhole-circle',
      poolSize: 2,
      onDeadlock: (error) => told.push(sqlState(error) ?? ''),
    });
    const tries = [0, 0];
    const run = (index: 0 | 1) =>
      db.inTransaction(async (tx) => {
        const own = (tries[index] = (tries[index] ?? 0) + 1);
        tx.write(insertNote(10 * own + index));
        await tx.many(lock(1 + index));
        await meet(own);
        await tx.many(lock(2 - index));
      });
    try {
      await Promise.all([run(0), run(1)]);
    } finally {
      await db.close();
    }
    return { told, tries };
  }

  it('deadlocked transactions both complete: the aborted one is reported and retried from its beginning', async () => {
    const both = gate();
    let there = 0;
    const { told, tries } = await runCircle(async (own) => {
      if (own > 1) return;
      there += 1;
      if (there === 2) both.open();
      await both.opened;
    });
    expect(told).toEqual(['40P01']);
    expect(tries.toSorted()).toEqual([1, 2]);
    // Nothing remains of the aborted transaction's first try.
    expect([
      [10, 21],
      [11, 20],
    ]).toContainEqual(await notes());
  });

  it('deadlocked transactions are not tried a third time', async () => {
    const { db } = database.current;
    let tries = 0;
    const circle = db.inTransaction(async () => {
      tries += 1;
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    await expect(circle).rejects.toMatchObject({ code: '40P01' });
    expect(tries).toBe(2);
  });
});

describe('the connection of a transaction', () => {
  const single = () => createDatabase({ url: database.current.url, applicationName: 'makewhole-single', poolSize: 1 });
  const backend = statement<{ pid: number; locks: string; open: boolean }>(
    `select pg_backend_pid() as pid, now() <> statement_timestamp() as open,
       (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
  );

  it.each<[how: string, fail: Query<unknown>]>([
    ['a failed write', insertNote(1)],
    ['a failed read', statement('select 1 / 0')],
  ])(
    'a connection is returned clean after %s: the same one, outside any transaction, without locks',
    async (_how, fail) => {
      const db = single();
      const before = await db.find(backend);
      const failed = db.inTransaction(async (tx) => {
        tx.write(statement('select pg_advisory_xact_lock(1)'));
        tx.write(insertNote(1));
        tx.write(fail);
        await tx.many(statement('select 1'));
      });
      await expect(failed).rejects.toThrow(/duplicate|division/);
      expect(await db.find(backend)).toEqual({ pid: before!.pid, locks: '0', open: false });
      await db.close();
    },
  );

  it('a connection still runs statements that a failed transaction skipped the first time', async () => {
    const db = single();
    const skipped = prepared<[], { one: number }>('test.skipped', 'select 1 as one');
    await expect(
      db.inTransaction(async (tx) => {
        tx.write(statement('select 1 / 0'));
        tx.write(skipped());
      }),
    ).rejects.toMatchObject({ code: '22012' });
    expect(await db.find(skipped())).toEqual({ one: 1 });
    await db.close();
  });

  it('a broken connection is discarded, and the next transaction works', async () => {
    const lost: Error[] = [];
    const { url, db: admin } = database.current;
    const db = createDatabase({
      url,
      applicationName: 'makewhole-single',
      poolSize: 1,
      onConnectionError: (error) => lost.push(error),
    });
    const failed = db.inTransaction(async (tx) => {
      const { pid } = (await tx.find(backend))!;
      tx.write(insertNote(1));
      await admin.many(statement('select pg_terminate_backend($1)', pid));
      await until('the loss to be noticed', () => lost.length > 0);
    });
    await expect(failed).rejects.toThrow('not queryable');
    await db.inTransaction(async (tx) => tx.write(insertNote(2)));
    expect(await notes()).toEqual([2]);
    await db.close();
  });
});
