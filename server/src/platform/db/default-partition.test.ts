import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/database/use-database';
import { countCaught } from './default-partition.ts';
import { maintainDayPartitions, partitionsOverdueSince } from './partitions.ts';

const database = useDatabase();
const days = { table: 'log.notes', key: 'at', daysAhead: 3, retentionDays: 31 };
const today = new Date('2021-11-20T12:00:00Z');
const later = (count: number) => new Date(today.getTime() + count * 86_400_000);

beforeAll(() => run(`insert into platform.day_tables values ('log.notes', 'at', 31)`));

const run = (text: string) => database.current.db.many<Record<string, unknown>>({ text, values: [] });
const maintain = (at = today) => maintainDayPartitions(database.current.db, days, at);

beforeEach(async () => {
  await run('drop schema if exists log cascade');
  await run('create schema log');
  await run(
    'create table log.notes (id integer, at timestamptz not null, primary key (id, at)) partition by range (at)',
  );
  await run('create table log.notes_default partition of log.notes default');
});

/** That many rows for each of these days before today, which have no partition. */
const givenLate = (late: number, each: number) =>
  run(`insert into log.notes select n, '2021-11-20T11:00:00Z'::timestamptz - make_interval(days => n % ${late})
    from generate_series(0, ${late * each - 1}) as n`);

const partitions = async () => {
  const rows = await run(`select partition::text as name from platform.day_partitions('log.notes') order by 1`);
  return rows.map(({ name }) => String(name).replace('log.notes_', ''));
};

const rowsOf = async (table: string) => (await run(`select count(*)::integer as rows from ${table}`))[0]?.['rows'];

describe('a default partition that caught rows because maintenance was late', () => {
  it('a default partition with few rows gives them to partitions of their days, including past days', async () => {
    await givenLate(5, 100);
    expect(await maintain()).toEqual({ made: 7, dropped: 0 });
    expect(await partitions()).toEqual([
      '20211116',
      '20211117',
      '20211118',
      '20211119',
      '20211120',
      '20211121',
      '20211122',
    ]);
    expect([await countCaught(database.current.db, 'log.notes'), await rowsOf('log.notes')]).toEqual([0, 500]);
  });

  it('a default partition with many rows becomes the partition of all its days, without moving or losing a row', async () => {
    await givenLate(20, 600);
    await run(`update log.notes set at = at where id = 7`);
    const where = () => run(`select min(ctid::text) as at from log.notes where id = 11`);
    const before = await where();
    expect(await partitionsOverdueSince(database.current.db, days, today)).toEqual(new Date('2021-11-18'));
    expect(await maintain()).toEqual({ made: 0, dropped: 0 });
    expect(await partitions()).toEqual(['20211101_20211122']);
    expect([await rowsOf('log.notes'), await rowsOf('log.notes_default'), await where()]).toEqual([12_000, 0, before]);
    expect(await partitionsOverdueSince(database.current.db, days, today)).toBeUndefined();
    // Today's rows have a partition, and only its days restrict it.
    await run(`insert into log.notes values (-1, '2021-11-20T13:00:00Z'), (-2, '2021-11-25T13:00:00Z')`);
    expect(await rowsOf('log.notes_default')).toBe(1);
    expect(await run(`select conname from pg_constraint where conname = 'caught_days'`)).toEqual([]);
    expect(await maintain()).toEqual({ made: 0, dropped: 0 });
    expect(await maintain(later(1))).toEqual({ made: 1, dropped: 0 });
    expect(await partitions()).toEqual(['20211101_20211122', '20211123']);
    // Its last day decides when it is dropped. Rows of its expired days are deleted earlier.
    const partition = 'log.notes_20211101_20211122';
    expect([(await maintain(later(33))).dropped, await rowsOf(partition)]).toEqual([0, 12_001 - 1200]);
    expect([(await maintain(later(33))).dropped, await rowsOf(partition)]).toEqual([0, 12_001 - 2400]);
    expect((await maintain(later(34))).dropped).toBe(1);
    expect(await partitions()).not.toContain('20211101_20211122');
  });

  it('the range of a converted default partition stops before days that already have partitions', async () => {
    await run(`select platform.make_partitions('log.notes', 'at', '2021-11-21', 2)`);
    await givenLate(12, 1000);
    await maintain();
    expect(await partitions()).toEqual(['20211109_20211120', '20211121', '20211122']);
    expect(await rowsOf('log.notes')).toBe(12_000);
  });

  it('rows on both sides of a partition move one day at a time, however many there are', async () => {
    await run(`select platform.make_partitions('log.notes', 'at', '2021-11-18', 1)`);
    await givenLate(4, 3500);
    await maintain();
    expect(await partitions()).toEqual(['20211117', '20211118', '20211119', '20211120', '20211121', '20211122']);
    expect([await rowsOf('log.notes'), await rowsOf('log.notes_default')]).toEqual([14_000, 0]);
  });

  it('a default partition is converted by one process at a time', async () => {
    await givenLate(12, 1000);
    await Promise.all([maintain(), maintain(), maintain()]);
    expect(await partitions()).toEqual(['20211109_20211122']);
    expect([await rowsOf('log.notes'), await rowsOf('log.notes_default')]).toEqual([12_000, 0]);
  });

  it('the conversion recovers after a run that was killed midway', async () => {
    await givenLate(12, 1000);
    await run(`alter table log.notes_default add constraint caught_days check (at < '2021-11-21') not valid`);
    await maintain();
    expect(await partitions()).toEqual(['20211109_20211122']);
    await run(`insert into log.notes values (-1, '2021-11-22T13:00:00Z')`);
  });

  it('each run deletes the expired rows of two days', async () => {
    await run(`insert into log.notes select n, '2021-11-20T11:00:00Z'::timestamptz - make_interval(days => n)
      from generate_series(30, 35) as n`);
    const left = async () => {
      await maintain();
      return rowsOf('log.notes');
    };
    expect([await left(), await left(), await left()]).toEqual([4, 2, 2]);
  });
});

describe('dropping expired days', () => {
  it('each run drops two days, the oldest first', async () => {
    await run(`select platform.make_partitions('log.notes', 'at', '2021-10-10', 5)`);
    expect((await maintain()).dropped).toBe(2);
    expect((await partitions()).slice(0, 3)).toEqual(['20211012', '20211013', '20211014']);
    expect((await maintain()).dropped).toBe(2);
    expect((await maintain()).dropped).toBe(1);
    expect((await maintain()).dropped).toBe(0);
  });

  it("no day is dropped until it has expired by the database's clock, whatever this process’s clock says", async () => {
    await run(`select platform.make_partitions('log.notes', 'at', current_date - 33, 40)`);
    const before = await partitions();
    const wrong = new Date(Date.now() + 400 * 86_400_000);
    expect((await maintain(wrong)).dropped).toBe(2);
    expect((await maintain(wrong)).dropped).toBe(0);
    expect((await partitions()).filter((name) => before.includes(name))).toEqual(before.slice(2));
    expect(await partitionsOverdueSince(database.current.db, days, wrong)).toBeUndefined();
  });
});
