// PostgreSQL: the pool, transactions with few round trips, typed and prepared statements, migrations.
import type { Database } from './database.ts';
import type { Db, TxDb } from './query.ts';

/** For statements that take no parameters, such as `create table as`. */
export { escapeLiteral } from 'pg';
export type { BulkSession } from './bulk.ts';
export { computeSkewMs, describeSkew, isSkewed, measureSkewMs } from './clock-skew.ts';
export { createDatabase, type Database } from './database.ts';
export { findPoolerProblem } from './find-pooler-problem.ts';
export { findRoleProblem } from './find-role-problem.ts';
export {
  isConnectionLost,
  isOverloaded,
  isLockTimeout,
  isUnavailable,
  isUniqueViolation,
  sqlState,
  withState,
} from './errors.ts';
export { keepAliveOptions } from './silent-connections.ts';
export { lockKey, lockNames } from './locks.ts';
export { compareMigrations, engineSchema, jobQueue, migrate, pendingMigrations } from './migrate.ts';
export { newestMigration } from './migration-files.ts';
export type { DayPartitions } from './day-partitions.ts';
export { countCaught } from './default-partition.ts';
export { maintainDayPartitions, partitionsOverdueSince } from './partitions.ts';
export { prepared, preparedInsert, preparedStatements, sql, typed, type Db, type Query, type TxDb } from './query.ts';
export { randomTail } from './random-tail.ts';
export type { RowScope } from './transaction.ts';
export { recheckAtCommit, writes, type Recheck } from './recheck.ts';
export type { DB } from './schema.gen.ts';
export type { Selectable } from 'kysely';

/** Runs `work` in one transaction, with the rest of `ctx` unchanged. */
export function transact<C extends { readonly db: Database }, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.db.inTransaction((db) => work({ ...ctx, db }));
}

/** Sends the reads of `work` together as one transaction, with the rest of `ctx` unchanged. */
export function readTogether<C extends { readonly db: Database }, T>(
  ctx: C,
  work: (reading: InRead<C>) => Promise<T>,
): Promise<T> {
  return ctx.db.inOneRead((db) => work({ ...ctx, db }));
}

export type InRead<C> = Omit<C, 'db'> & { readonly db: Db };

export type InTransaction<C> = Omit<C, 'db'> & { readonly db: TxDb };
