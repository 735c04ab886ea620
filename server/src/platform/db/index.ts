// PostgreSQL: the pool, transactions that leave in few round trips, typed and prepared statements, migrations.
import type { Database } from './database.ts';
import type { TxDb } from './query.ts';

export type { BulkSession } from './bulk.ts';
export { openDatabase, type Database } from './database.ts';
export { isConnectionLost, isCrowded, isLockTimeout, isUnavailable, isUniqueViolation, sqlState } from './errors.ts';
export { lockKey, lockNames } from './locks.ts';
export { migrate, pendingMigrations } from './migrate.ts';
export { keepDayPartitions, partitionsOverdueSince, type DayPartitions } from './partitions.ts';
export { prepared, preparedInsert, sql, typed, type Db, type Query, type TxDb } from './query.ts';
export type { DB } from './schema.gen.ts';

/** Runs `work` in one transaction; everything in `ctx` but the connection stays as it is. */
export function transact<C extends { readonly db: Database }, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.db.inTransaction((db) => work({ ...ctx, db }));
}

export type InTransaction<C> = Omit<C, 'db'> & { readonly db: TxDb };
