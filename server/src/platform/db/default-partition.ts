import { setTimeout } from 'node:timers/promises';
import { addDays } from '#lib/time/dates';
import type { BulkSession } from './bulk.ts';
import type { Database } from './database.ts';
import { inShortTransaction, toDay, type DayPartitions } from './day-partitions.ts';
import { isLockTimeout } from './errors.ts';
import { lockKey } from './locks.ts';
import { prepared, type Db, type Query } from './query.ts';

/** At most this many rows move to their day's partition while writers wait, which takes a fraction of a second. */
export const movedMax = 10_000;

/** The gauge counts up to this number, so that its cost is bounded whatever the default partition contains. */
const countedMax = 100_000;

/** Counts rows that belong to no day partition. The table names come from our own code. */
export async function countCaught(db: Db, table: string): Promise<number> {
  const text = `select count(*)::integer as rows from (select from ${table}_default limit ${countedMax}) as counted`;
  return (await db.find<{ rows: number }>({ text, values: [] }))?.rows ?? 0;
}

/**
 * Turns the default partition into the partition of the days it has caught, up to the days that are created ahead, and creates an empty
 * default. No row moves, because moving a day of a busy month, or reading the default partition under the lock, would keep writers waiting
 * too long. A check constraint is validated without blocking writers, and PostgreSQL then relies on it.
 */
export async function attachDefault(db: Database, days: DayPartitions, today: Date): Promise<void> {
  const { table } = days;
  await db.inBulk(async (session) => {
    // `makewhole migrate` and a worker may do this concurrently. Held until the session ends.
    await session.run(lockSession(lockKey(`default/${table}`)));
    if ((await countCaught(db, table)) <= movedMax) return;
    const range = await findRange(session, days, today);
    if (range === undefined) return;
    const { first, last } = range;
    await inShort(db, table, checkCaught(table, first, last));
    try {
      await session.run(validateCaught(table));
      await inShort(db, table, attachCaught(table, first, last));
    } catch (error) {
      // The check constraint would refuse rows of later days.
      await inShort(db, table, uncheckCaught(table));
      throw error;
    }
  });
}

type Range = { readonly first: string; readonly last: string };

const checkCaught = prepared<[table: string, first: string, last: string], never>(
  'db.check-caught',
  'select platform.check_caught($1, $2::date, $3::date)',
);
const attachCaught = prepared<[table: string, first: string, last: string], never>(
  'db.attach-caught',
  'select platform.attach_caught($1, $2::date, $3::date)',
);
const uncheckCaught = prepared<[table: string], never>('db.uncheck-caught', 'select platform.uncheck_caught($1)');
const validateCaught = prepared<[table: string], never>('db.validate-caught', 'select platform.validate_caught($1)');

const lockSession = prepared<[key: string], never>('db.lock-session', 'select pg_advisory_lock($1::bigint)');

/** Each try gives up after half a second, and waiting writers continue before the next. */
const triesMax = 20;
const betweenTriesMs = 250;

async function inShort(db: Database, table: string, query: Query<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inShortTransaction(db, table, async (tx) => {
        tx.write(query);
      });
    } catch (error) {
      if (!isLockTimeout(error) || tries === triesMax) throw error;
      await setTimeout(betweenTriesMs);
    }
  }
}

const nextPartition = prepared<[table: string, first: string, last: string], { between: number; next: string | null }>(
  'db.next-partition',
  `select count(*) filter (where first_day <= $3::date and last_day >= $2::date)::integer as between,
     min(first_day) filter (where first_day > $3::date)::text as next
   from platform.day_partitions($1)`,
);

/**
 * The days of the rows, and the following days that have no partition yet. Undefined if the rows are not within one gap: rows of a distant
 * time, or on both sides of a partition. Those rows move one day at a time, however long it takes.
 */
async function findRange(
  session: BulkSession,
  { table, key, daysAhead }: DayPartitions,
  today: Date,
): Promise<Range | undefined> {
  const toText = (edge: string) => `to_char(${edge}(${key}) at time zone 'UTC', 'YYYY-MM-DD') as ${edge}`;
  const [found] = await session.run<{ min: string | null; max: string | null }>({
    text: `select ${toText('min')}, ${toText('max')} from ${table}_default`,
    values: [],
  });
  const first = found?.min ?? toDay(today);
  const newest = found?.max ?? first;
  const ahead = toDay(addDays(today, daysAhead - 1));
  const [near] = await session.run(nextPartition(table, first, newest));
  const before = near?.next ? toDay(addDays(new Date(near.next), -1)) : ahead;
  if (newest > ahead || (near?.between ?? 0) > 0) return undefined;
  return { first, last: [ahead, before].toSorted()[0] ?? ahead };
}
