import { addDays } from '#lib/dates';
import { prepared, type Db } from './query.ts';

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

/** Makes the days to come and drops those whose time is over; running it twice changes nothing more. */
export async function keepDayPartitions(db: Db, { table, key, daysAhead, daysKept }: DayPartitions, today: Date) {
  const made = await db.find(make(table, key, day(today), daysAhead));
  const dropped = await db.find(drop(table, day(addDays(today, -daysKept))));
  return { made: made?.made ?? 0, dropped: dropped?.dropped ?? 0 };
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
