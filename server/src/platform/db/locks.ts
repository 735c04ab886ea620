import { createHash } from 'node:crypto';
import { prepared, type TxDb } from './query.ts';

/** A name as the 64-bit number that PostgreSQL's advisory locks use. */
export const lockKey = (name: string): string =>
  createHash('sha256').update(name).digest().readBigInt64BE(0).toString();

const acquireLocks = prepared<[readonly string[]], { taken: string }>(
  'db.take-locks',
  'select count(pg_advisory_xact_lock(key)) as taken from unnest($1::bigint[]) as key',
);

/** Waits for all names, always in the same order, and holds them until the transaction ends. */
export function lockNames(db: TxDb, names: readonly string[]): void {
  const keys = [...new Set(names.map(lockKey))].sort();
  if (keys.length > 0) db.write(acquireLocks(keys));
}
