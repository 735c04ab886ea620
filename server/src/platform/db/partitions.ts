import { addDays } from '#lib/dates';
import type { Database } from './database.ts';
import { lockNames } from './locks.ts';
import { prepared, type Db, type Query } from './query.ts';

/** A table partitioned by day, and how many days of it are made ahead and kept. */
export type DayPartitions = {
  readonly table: string;
  readonly key: string;
  readonly daysAhead: number;
  readonly daysKept: number;
};

const make = prepared<[table: string, key: string, firstDay: string, days: number], { made: number }>(
  'platform.make-partitions',
  'select platform.make_partitions($1, $2, $3::date, $4) as made',
);

const drop = prepared<[table: string, firstKept: string], { dropped: number }>(
  'platform.drop-partitions',
  'select platform.drop_partitions($1, $2::date) as dropped',
);

/** Whoever wants the table stands behind this wait, so it is short; the job that failed comes again. */
const shortWait = { text: "set local lock_timeout = '500ms'", values: [] };

const runBriefly = <Row>(db: Database, table: string, query: Query<Row>): Promise<Row | undefined> =>
  db.inTransaction((tx) => {
    tx.write(shortWait);
    // Two that see the same day missing would both make it.
    lockNames(tx, [`partitions/${table}`]);
    return tx.find(query);
  });

/**
 * Makes the days to come and drops those whose time is over; running it twice changes nothing more. Both want the table
 * for themselves, so behind a transaction that has been writing for long it fails rather than keep everybody waiting.
 */
export async function keepDayPartitions(
  db: Database,
  days: DayPartitions,
  today: Date,
): Promise<{ made: number; dropped: number }> {
  const { table, key, daysAhead, daysKept } = days;
  const firstKept = addDays(today, -daysKept);
  const ahead = await runBriefly(db, table, make(table, key, day(today), daysAhead));
  let made = ahead?.made ?? 0;
  // Days that nobody made in time: each by itself, since nobody reads the table meanwhile.
  for (const late of await listCaughtDays(db, days, { from: firstKept, to: today })) {
    const one = await runBriefly(db, table, make(table, key, late, 1));
    made += one?.made ?? 0;
  }
  await runBriefly(db, table, forget(days, firstKept));
  const dropped = await runBriefly(db, table, drop(table, day(firstKept)));
  return { made, dropped: dropped?.dropped ?? 0 };
}

type Span = { readonly from: Date; readonly to: Date };

/** Days of which the default partition has caught rows; the names are of our own code. */
async function listCaughtDays(db: Db, { table, key }: DayPartitions, { from, to }: Span): Promise<string[]> {
  const rows = await db.many<{ caught: string }>({
    text: `select distinct to_char(${key} at time zone 'UTC', 'YYYY-MM-DD') as caught from ${table}_default
      where ${key} >= $1::date::timestamp at time zone 'UTC' and ${key} < $2::date::timestamp at time zone 'UTC' order by 1`,
    values: [day(from), day(to)],
  });
  return rows.map(({ caught }) => caught);
}

/** What was caught of days whose time is over has no partition that could be dropped. */
const forget = ({ table, key }: DayPartitions, firstKept: Date): Query<never> => ({
  text: `delete from ${table}_default where ${key} < $1::date::timestamp at time zone 'UTC'`,
  values: [day(firstKept)],
});

const edges = prepared<[table: string, today: string, days: number], { missing: string | null; oldest: string | null }>(
  'platform.partition-edges',
  `select
     (select min($2::date + n)::text from generate_series(0, $3::integer - 1) as n
      where to_regclass($1::text || '_' || to_char($2::date + n, 'YYYYMMDD')) is null) as missing,
     (select min(to_date(right(c.relname, 8), 'YYYYMMDD'))::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::text::regclass and c.relname ~ '_\\d{8}$') as oldest`,
);

/** Since when a day was to be made or dropped that is not; undefined when all is done. */
export async function partitionsOverdueSince(
  db: Db,
  { table, daysAhead, daysKept }: DayPartitions,
  today: Date,
): Promise<Date | undefined> {
  const found = await db.find(edges(table, day(today), daysAhead));
  const toMake = found?.missing ? [addDays(new Date(found.missing), 1 - daysAhead)] : [];
  const toDrop = found?.oldest ? [addDays(new Date(found.oldest), daysKept + 1)] : [];
  const since = [...toMake, ...toDrop].filter((at) => at <= today);
  return since.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
