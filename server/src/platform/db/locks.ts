import { createHash } from 'node:crypto';
import { prepared, type TxDb } from './query.ts';

/** A name as a 64-bit number for PostgreSQL's advisory locks. */
export const lockKey = (name: string): string =>
  createHash('sha256').update(name).digest().readBigInt64BE(0).toString();

const acquireLocks = prepared<[readonly string[]], { taken: string }>(
  'db.take-locks',
  'select count(pg_advisory_xact_lock(key)) as taken from unnest($1::bigint[]) as key',
);

/** Locks all names in sorted order and holds them until the transaction ends. */
export function lockNames(db: TxDb, names: readonly string[]): void {
  const keys = [...new Set(names.map(lockKey))].sort();
  if (keys.length > 0) db.write(acquireLocks(keys));
}
