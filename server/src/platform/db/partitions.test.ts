import { beforeAll, describe, expect, it } from 'vitest';
import { gate, until } from '#test/until';
import { untilBlocked, useDatabase } from '#test/database/use-database';
import { isLockTimeout, maintainDayPartitions, type Query } from './index.ts';

const database = useDatabase();
const statement = (text: string): Query<unknown> => ({ text, values: [] });
const days = { table: 'public.notes', key: 'at', daysAhead: 2, retentionDays: 3 };
const writeNote = statement("insert into notes values ('2021-11-15T12:00:00Z')");

beforeAll(() =>
  database.current.db.many(statement("insert into platform.day_tables values ('public.notes', 'at', 3)")),
);

describe('maintaining the day partitions of a table', () => {
  it('partition maintenance gives up quickly behind a long transaction, because other sessions queue behind it', async () => {
    const { db } = database.current;
    await db.many(statement('create table notes (at timestamptz not null) partition by range (at)'));
    await db.many(statement('create table notes_default partition of notes default'));
    expect(await maintainDayPartitions(db, days, new Date('2021-11-15'))).toEqual({ made: 2, dropped: 0 });
    const [held, goOn] = [gate(), gate()];
    const long = db.inTransaction(async (tx) => {
      await tx.many(writeNote);
      held.open();
      await goOn.opened;
    });
    await held.opened;
    const later = new Date('2021-11-30');
    const maintained = maintainDayPartitions(db, days, later).catch((error: unknown) => error);
    await untilBlocked(db, 1);
    // The long transaction continues only after it.
    await db.many(writeNote);
    expect(await maintained).toSatisfy(isLockTimeout);
    goOn.open();
    await long;
    // Partitions created earlier stay, and the next run drops the rest.
    expect(await maintainDayPartitions(db, days, later)).toEqual({ made: 0, dropped: 2 });
  });

  it('partition maintenance refreshes the planner statistics of the parent table at most every 12 hours', async () => {
    const { db } = database.current;
    const analyzed = statement(`select analyze_count from pg_stat_all_tables where relid = 'notes'::regclass`);
    const count = async () => Number(((await db.many(analyzed)) as { analyze_count: string }[])[0]?.analyze_count);
    await db.many(statement('drop table if exists notes'));
    await db.many(statement('create table notes (at timestamptz not null) partition by range (at)'));
    await db.many(statement('create table notes_default partition of notes default'));
    await maintainDayPartitions(db, days, new Date('2021-11-15'));
    await maintainDayPartitions(db, days, new Date('2021-11-15'));
    // A session's counters reach the view a moment after it ends.
    expect(await until('the analysis to be counted', async () => (await count()) > 0 && count())).toBe(1);
  });

  it.each(['in a transaction', 'alone'])('a row headed for the default partition is not lost, %s', async (how) => {
    const { db } = database.current;
    await db.many(statement('drop table if exists notes'));
    await db.many(statement('create table notes (at timestamptz not null) partition by range (at)'));
    await db.many(statement('create table notes_default partition of notes default'));
    const [made, goOn] = [gate(), gate()];
    const maker = db.inTransaction(async (tx) => {
      await tx.many(statement("select platform.make_partitions('public.notes', 'at', '2021-11-15', 1)"));
      made.open();
      await goOn.opened;
    });
    await made.opened;
    // It chose its partition before the day's partition was created, and waits for it.
    const writer = how === 'alone' ? db.many(writeNote) : db.inTransaction((tx) => tx.many(writeNote));
    const written = writer.then(() => 'written');
    written.catch(() => undefined);
    await untilBlocked(db, 1);
    goOn.open();
    await maker;
    expect(await written).toBe('written');
    expect(await db.many(statement('select from notes_20211115'))).toHaveLength(1);
  });
});
