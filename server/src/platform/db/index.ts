// PostgreSQL: the pool, transactions with few round trips, typed and prepared statements, migrations.
import type { Database } from './database.ts';
import type { TxDb } from './query.ts';

export type { BulkSession } from './bulk.ts';
export { createDatabase, type Database } from './database.ts';
export { isConnectionLost, isOverloaded, isLockTimeout, isUnavailable, isUniqueViolation, sqlState } from './errors.ts';
export { lockKey, lockNames } from './locks.ts';
export { migrate, pendingMigrations } from './migrate.ts';
export { newestMigration } from './migration-files.ts';
export { maintainDayPartitions, partitionsOverdueSince, type DayPartitions } from './partitions.ts';
export { prepared, preparedInsert, preparedStatements, sql, typed, type Db, type Query, type TxDb } from './query.ts';
export { randomTail } from './random-tail.ts';
export type { DB } from './schema.gen.ts';

/** Runs `work` in one transaction; everything in `ctx` except the connection stays the same. */
export function transact<C extends { readonly db: Database }, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.db.inTransaction((db) => work({ ...ctx, db }));
}

export type InTransaction<C> = Omit<C, 'db'> & { readonly db: TxDb };
