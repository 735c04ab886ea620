import { addDays } from '#lib/dates';
import type { Database } from './database.ts';
import { prepared, type Query } from './query.ts';

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

const runBriefly = <Row>(db: Database, query: Query<Row>): Promise<Row | undefined> =>
  db.inTransaction((tx) => {
    tx.write(shortWait);
    return tx.find(query);
  });

/**
 * Makes the days to come and drops those whose time is over; running it twice changes nothing more. Both want the table
 * for themselves, so behind a transaction that has been writing for long it fails rather than keep everybody waiting.
 */
export async function keepDayPartitions(
  db: Database,
  { table, key, daysAhead, daysKept }: DayPartitions,
  today: Date,
): Promise<{ made: number; dropped: number }> {
  const made = await runBriefly(db, make(table, key, day(today), daysAhead));
  const dropped = await runBriefly(db, drop(table, day(addDays(today, -daysKept))));
  return { made: made?.made ?? 0, dropped: dropped?.dropped ?? 0 };
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
