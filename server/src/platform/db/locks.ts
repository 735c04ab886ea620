import { createHash } from 'node:crypto';
import { prepared, type TxDb } from './query.ts';

/** A name as the 64-bit number PostgreSQL's advisory locks take. */
export const lockKey = (name: string): string =>
  createHash('sha256').update(name).digest().readBigInt64BE(0).toString();

const takeLocks = prepared<[readonly string[]], { taken: string }>(
  'platform.take-locks',
  'select count(pg_advisory_xact_lock(key)) as taken from unnest($1::bigint[]) as key',
);

/** Waits for all names, in one order for everybody, and holds them until the transaction ends. */
export function lockNames(db: TxDb, names: readonly string[]): void {
  const keys = [...new Set(names.map(lockKey))].sort();
  if (keys.length > 0) db.write(takeLocks(keys));
}
