import { Pool, type PoolClient, type QueryResult } from 'pg';
import type { Secret } from '#platform/config';
import { rateLimited } from '#platform/errors';
import { openBulk, type BulkSession } from './bulk.ts';
import { isDeadlock, isPartitionMoved } from './errors.ts';
import { keptAlive } from './kept-alive.ts';
import { toPg, type Db, type Query, type TxDb } from './query.ts';
import { Transaction } from './transaction.ts';

export type Database = Db & {
  readonly inTransaction: <T>(work: (db: TxDb) => Promise<T>) => Promise<T>;
  /** For work on very many rows: a connection of its own, COPY, and minutes instead of seconds. */
  readonly inBulk: <T>(work: (session: BulkSession) => Promise<T>) => Promise<T>;
  readonly pool: Pool;
  readonly close: () => Promise<void>;
};

export type DatabaseOptions = {
  readonly url: Secret;
  readonly applicationName: string;
  readonly poolSize: number;
  /** How long a statement may take; 30 s unless said. A connection that says nothing for longer is given up. */
  readonly patienceMs?: number;
  /** false for counters whose loss at a crash costs nothing: the commit then does not wait for the disk. */
  readonly durable?: boolean;
  readonly onConnectionError?: (error: Error) => void;
  /** Told before the work of a transaction is done once more, because it waited in a circle with another. */
  readonly onDeadlock?: (error: unknown) => void;
};

/** Longer waits mean something is stuck; the caller is told instead of kept. */
const lockTimeoutMs = 10_000;
const usualPatienceMs = 30_000;
const connectWithinMs = 10_000;

/**
 * The server ends a statement that takes too long. A server that is frozen, or behind a line that is dead, does not: once
 * this much more has passed, the connection is given up with all that waits on it.
 */
const silenceMs = 2_000;

/** Connections beside the pool, each held for as long as an upload lasts; the server has a hundred for everybody. */
const bulkSessionsMax = 8;
const bulkRetryAfterS = 10;

export function openDatabase(options: DatabaseOptions): Database {
  const { patienceMs = usualPatienceMs } = options;
  const pool = new Pool({
    connectionString: options.url.reveal(),
    application_name: options.applicationName,
    max: options.poolSize,
    pipeline: true,
    ...keptAlive,
    connectionTimeoutMillis: Math.min(connectWithinMs, patienceMs),
    idleTimeoutMillis: 30_000,
    lock_timeout: lockTimeoutMs,
    statement_timeout: patienceMs,
    query_timeout: patienceMs + silenceMs,
    idle_in_transaction_session_timeout: 60_000,
    ...(options.durable === false ? { options: '-c synchronous_commit=off' } : {}),
  });
  const onError = options.onConnectionError ?? (() => undefined);
  pool.on('error', onError);
  // A connection that dies while checked out reports to its own client, and would end the process unheard.
  pool.on('connect', (client) => client.on('error', onError));
  let bulkSessions = 0;
  return {
    many: async (query) => (await runAlone(pool, query)).rows,
    find: async (query) => (await runAlone(pool, query)).rows[0],
    inTransaction: (work) => runTransaction(pool, work, options.onDeadlock),
    inBulk: async (work) => {
      if (bulkSessions === bulkSessionsMax) throw rateLimited(bulkRetryAfterS);
      bulkSessions += 1;
      try {
        const applicationName = `${options.applicationName}-bulk`;
        return await openBulk({ url: options.url.reveal(), applicationName, lockTimeoutMs }, work);
      } finally {
        bulkSessions -= 1;
      }
    },
    pool,
    close: () => pool.end(),
  };
}

async function runAlone(pool: Pool, query: Query<unknown>): Promise<QueryResult> {
  try {
    return await pool.query(toPg(query));
  } catch (error) {
    if (isPartitionMoved(error)) return pool.query(toPg(query));
    throw query.explain?.(error) ?? error;
  }
}

/**
 * Locks are taken in one order everywhere, so circles of waits are bugs; but the one they end would lose a request that
 * nobody may send again, such as a STOP. Nothing of it has happened yet, and the other one has gone on: once more is safe.
 * The same holds for a row whose partition was made meanwhile.
 */
async function runTransaction<T>(
  pool: Pool,
  work: (db: TxDb) => Promise<T>,
  onDeadlock: DatabaseOptions['onDeadlock'],
): Promise<T> {
  try {
    return await runOnce(pool, work);
  } catch (error) {
    if (isDeadlock(error)) onDeadlock?.(error);
    else if (!isPartitionMoved(error)) throw error;
    return runOnce(pool, work);
  }
}

async function runOnce<T>(pool: Pool, work: (db: TxDb) => Promise<T>): Promise<T> {
  const client: PoolClient = await pool.connect();
  const transaction = new Transaction(client);
  try {
    const result = await work(transaction);
    await transaction.commit();
    client.release();
    return result;
  } catch (error) {
    // A connection whose rollback is not confirmed is in an unknown state and is not used again.
    const clean = await transaction.rollback();
    client.release(!clean);
    throw error;
  }
}
