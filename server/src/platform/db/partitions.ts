import { addDays } from '#lib/time/dates';
import type { Database } from './database.ts';
import { lockNames } from './locks.ts';
import { prepared, type Db, type Query } from './query.ts';

/** A table partitioned by day, how many days are created ahead and how many are retained. */
export type DayPartitions = {
  readonly table: string;
  readonly key: string;
  readonly daysAhead: number;
  readonly retentionDays: number;
};

const makePartitions = prepared<[table: string, key: string, firstDay: string, days: number], { made: number }>(
  'db.make-partitions',
  'select platform.make_partitions($1, $2, $3::date, $4) as made',
);

const dropPartitions = prepared<[table: string, firstKept: string], { dropped: number }>(
  'db.drop-partitions',
  'select platform.drop_partitions($1, $2::date) as dropped',
);

/** All other users of the table wait behind this lock request, so its timeout is short; the job is retried. */
const shortWait = { text: "set local lock_timeout = '500ms'", values: [] };

const runBriefly = <Row>(db: Database, table: string, query: Query<Row>): Promise<Row | undefined> =>
  db.inTransaction((tx) => {
    tx.write(shortWait);
    // Two workers that find the same day missing would both create it.
    lockNames(tx, [`partitions/${table}`]);
    return tx.find(query);
  });

/**
 * Creates upcoming days and drops expired ones; running it twice changes nothing more. Both need an exclusive lock, so
 * behind a long transaction it fails instead of blocking everybody.
 */
export async function maintainDayPartitions(
  db: Database,
  days: DayPartitions,
  today: Date,
): Promise<{ made: number; dropped: number }> {
  const { table, key, daysAhead, retentionDays } = days;
  const firstRetained = addDays(today, -retentionDays);
  const ahead = await runBriefly(db, table, makePartitions(table, key, day(today), daysAhead));
  let made = ahead?.made ?? 0;
  // Days that were not created in time: each separately, since readers of the table are blocked meanwhile.
  for (const missed of await listCaughtDays(db, days, { from: firstRetained, to: today })) {
    const one = await runBriefly(db, table, makePartitions(table, key, missed, 1));
    made += one?.made ?? 0;
  }
  await runBriefly(db, table, deleteCaught(days, firstRetained));
  const dropped = await runBriefly(db, table, dropPartitions(table, day(firstRetained)));
  return { made, dropped: dropped?.dropped ?? 0 };
}

type Span = { readonly from: Date; readonly to: Date };

/** Days of which the default partition contains rows; the names come from our own code. */
async function listCaughtDays(db: Db, { table, key }: DayPartitions, { from, to }: Span): Promise<string[]> {
  const rows = await db.many<{ caught: string }>({
    text: `select distinct to_char(${key} at time zone 'UTC', 'YYYY-MM-DD') as caught from ${table}_default
      where ${key} >= $1::date::timestamp at time zone 'UTC' and ${key} < $2::date::timestamp at time zone 'UTC' order by 1`,
    values: [day(from), day(to)],
  });
  return rows.map(({ caught }) => caught);
}

/** Rows of expired days in the default partition have no partition that could be dropped. */
const deleteCaught = ({ table, key }: DayPartitions, firstRetained: Date): Query<never> => ({
  text: `delete from ${table}_default where ${key} < $1::date::timestamp at time zone 'UTC'`,
  values: [day(firstRetained)],
});

const edges = prepared<[table: string, today: string, days: number], { missing: string | null; oldest: string | null }>(
  'db.partition-edges',
  `select
     (select min($2::date + n)::text from generate_series(0, $3::integer - 1) as n
      where to_regclass($1::text || '_' || to_char($2::date + n, 'YYYYMMDD')) is null) as missing,
     (select min(to_date(right(c.relname, 8), 'YYYYMMDD'))::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::text::regclass and c.relname ~ '_\\d{8}$') as oldest`,
);

/** Since when a partition should have been created or dropped and was not; undefined when nothing is due. */
export async function partitionsOverdueSince(
  db: Db,
  { table, daysAhead, retentionDays }: DayPartitions,
  today: Date,
): Promise<Date | undefined> {
  const edge = await db.find(edges(table, day(today), daysAhead));
  const toMake = edge?.missing ? [addDays(new Date(edge.missing), 1 - daysAhead)] : [];
  const toDrop = edge?.oldest ? [addDays(new Date(edge.oldest), retentionDays + 1)] : [];
  const since = [...toMake, ...toDrop].filter((at) => at <= today);
  return since.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
