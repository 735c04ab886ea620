import { addDays } from '#lib/time/dates';
import type { Database } from './database.ts';
import { attachDefault, countCaught, movedMax } from './default-partition.ts';
import { inShortTransaction, toDay, type DayPartitions } from './day-partitions.ts';
import { prepared, type Db } from './query.ts';

const makePartitions = prepared<[table: string, key: string, firstDay: string, days: number], { made: number }>(
  'db.make-partitions',
  'select platform.make_partitions($1, $2, $3::date, $4) as made',
);

const dropExpired = prepared<
  [table: string, firstKept: string, retentionDays: number, most: number],
  { dropped: number }
>('db.drop-expired', 'select platform.drop_expired($1, $2::date, $3, $4) as dropped');

/** The maximum that a run deletes, whatever the clocks report, so that an operator has days to notice that both are wrong. */
const droppedMax = 2;

/**
 * Creates upcoming days, drops expired ones and refreshes the planner's statistics; a second run changes nothing more.
 * Each day is a separate transaction. These transactions need an exclusive lock, so behind a long transaction they fail
 * instead of blocking everyone, and the next run continues.
 */
export async function maintainDayPartitions(
  db: Database,
  days: DayPartitions,
  today: Date,
): Promise<{ made: number; dropped: number }> {
  const { table, key, retentionDays } = days;
  const firstRetained = addDays(today, -retentionDays);
  if ((await countCaught(db, table)) > movedMax) await attachDefault(db, days, today);
  let made = 0;
  const past = await listCaughtDays(db, days, { from: firstRetained, to: today });
  for (const missing of [...(await listMissingDays(db, days, today)), ...past]) {
    const one = await inShortTransaction(db, table, (tx) => tx.find(makePartitions(table, key, missing, 1)));
    made += one?.made ?? 0;
  }
  await db.inBulk((session) => session.run(deleteExpired(table, toDay(firstRetained))));
  const drop = dropExpired(table, toDay(firstRetained), retentionDays, droppedMax);
  const dropped = await inShortTransaction(db, table, (tx) => tx.find(drop));
  await db.inBulk((session) => session.run(analyzeDayTable(table)));
  return { made, dropped: dropped?.dropped ?? 0 };
}

const missingDays = prepared<[table: string, today: string, days: number], { missing: string }>(
  'db.missing-days',
  `select to_char($2::date + n, 'YYYY-MM-DD') as missing from generate_series(0, $3::integer - 1) as n
   where not exists (select from platform.day_partitions($1) where $2::date + n between first_day and last_day) order by 1`,
);

/** Days, from today on, without a partition. */
async function listMissingDays(db: Db, { table, daysAhead }: DayPartitions, today: Date): Promise<string[]> {
  const rows = await db.many(missingDays(table, toDay(today), daysAhead));
  return rows.map(({ missing }) => missing);
}

type Span = { readonly from: Date; readonly to: Date };

/** Days whose rows are in the default partition. The table names come from our own code. */
async function listCaughtDays(db: Db, { table, key }: DayPartitions, { from, to }: Span): Promise<string[]> {
  const rows = await db.many<{ caught: string }>({
    text: `select distinct to_char(${key} at time zone 'UTC', 'YYYY-MM-DD') as caught from ${table}_default
      where ${key} >= $1::date::timestamp at time zone 'UTC' and ${key} < $2::date::timestamp at time zone 'UTC' order by 1`,
    values: [toDay(from), toDay(to)],
  });
  return rows.map(({ caught }) => caught);
}

/**
 * Deletes expired rows, within the same bounds: in the default partition, where no day partition could be dropped, and
 * in a partition of several days, which is only dropped with its last day.
 */
const deleteExpired = prepared<[table: string, firstKept: string], { deleted: number }>(
  'db.delete-expired',
  'select platform.delete_expired($1, $2::date) as deleted',
);

const analyzeDayTable = prepared<[table: string], { analyzed: boolean }>(
  'db.analyze-day-table',
  'select platform.analyze_day_table($1) as analyzed',
);

const edges = prepared<
  [table: string, today: string, days: number],
  { missing: string | null; oldest: string | null; latest_today: string }
>(
  'db.partition-edges',
  `select
     (select min($2::date + n)::text from generate_series(0, $3::integer - 1) as n
      where not exists (select from platform.day_partitions($1) where $2::date + n between first_day and last_day)) as missing,
     (select min(last_day)::text from platform.day_partitions($1)) as oldest,
     least($2::date, (now() at time zone 'UTC')::date)::text as latest_today`,
);

/** Since when a partition has been due for creation or removal; undefined when nothing is due. */
export async function partitionsOverdueSince(
  db: Db,
  { table, daysAhead, retentionDays }: DayPartitions,
  today: Date,
): Promise<Date | undefined> {
  const edge = await db.find(edges(table, toDay(today), daysAhead));
  if (edge === undefined) return undefined;
  const toMake = edge.missing ? [addDays(new Date(edge.missing), 1 - daysAhead)] : [];
  const toDrop = edge.oldest ? [addDays(new Date(edge.oldest), retentionDays + 1)] : [];
  const since = [
    ...toMake.filter((at) => at <= today),
    // A day is dropped only if both clocks agree that it has expired.
    ...toDrop.filter((at) => at <= new Date(edge.latest_today)),
  ];
  return since.toSorted((one, other) => one.getTime() - other.getTime())[0];
}
