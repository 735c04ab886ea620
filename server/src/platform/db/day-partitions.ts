import type { Database } from './database.ts';
import { lockNames } from './locks.ts';
import type { TxDb } from './query.ts';

/** A table with day partitions, how many days are created ahead, and how many are retained. */
export type DayPartitions = {
  readonly table: string;
  readonly key: string;
  readonly daysAhead: number;
  readonly retentionDays: number;
};

/** All other users of the table wait behind this lock request, so its timeout is short. The job is retried. */
const shortWait = { text: "set local lock_timeout = '500ms'", values: [] };

/** Changes a table's partitions under an exclusive lock, and gives up quickly behind a long transaction. */
export const inShortTransaction = <T>(db: Database, table: string, work: (tx: TxDb) => Promise<T>): Promise<T> =>
  db.inTransaction((tx) => {
    tx.write(shortWait);
    // Two workers that find the same day missing would both create it.
    lockNames(tx, [`partitions/${table}`]);
    return work(tx);
  });

export const toDay = (date: Date): string => date.toISOString().slice(0, 10);
