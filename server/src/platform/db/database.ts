import { Pool, type PoolClient, type QueryResult } from 'pg';
import type { Secret } from '#platform/config';
import { rateLimited } from '#platform/errors';
import { withBulkSession, type BulkSession } from './bulk.ts';
import { isDeadlock, isOutdated, isPartitionMoved } from './errors.ts';
import { keepAliveOptions } from './keep-alive.ts';
import { toPg, type Db, type Query, type TxDb } from './query.ts';
import { Transaction } from './transaction.ts';

export type Database = Db & {
  readonly inTransaction: <T>(work: (db: TxDb) => Promise<T>) => Promise<T>;
  /** For work on very many rows: a connection of its own, COPY, and minutes instead of seconds. */
  readonly inBulk: <T>(work: (session: BulkSession) => Promise<T>) => Promise<T>;
  readonly pool: Pool;
  readonly close: () => Promise<void>;
};

type DatabaseOptions = {
  readonly url: Secret;
  readonly applicationName: string;
  readonly poolSize: number;
  /** Timeout of a statement; default: 30 s. A connection that is silent for longer is closed. */
  readonly statementTimeoutMs?: number;
  /** false for counters that may be lost in a crash: the commit then does not wait for the disk. */
  readonly durable?: boolean;
  readonly onConnectionError?: (error: Error) => void;
  /** Called before a transaction is retried after a deadlock. */
  readonly onDeadlock?: (error: unknown) => void;
};

/** A longer wait means that something is stuck; the request fails instead of hanging. */
const lockTimeoutMs = 10_000;
const defaultStatementTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;

/**
 * The server ends a statement at its timeout. A frozen server, or one behind a dead connection, does not: after this
 * much more time, the connection is closed with everything that waits on it.
 */
const silentAfterMs = 2_000;

/** Connections beside the pool, each in use as long as an upload lasts; the server has a hundred for all processes. */
const bulkSessionsMax = 8;
const bulkRetryAfterS = 10;

export function createDatabase(options: DatabaseOptions): Database {
  const { statementTimeoutMs = defaultStatementTimeoutMs } = options;
  const pool = new Pool({
    connectionString: options.url.reveal(),
    application_name: options.applicationName,
    max: options.poolSize,
    pipeline: true,
    ...keepAliveOptions,
    connectionTimeoutMillis: Math.min(connectTimeoutMs, statementTimeoutMs),
    idleTimeoutMillis: 30_000,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + silentAfterMs,
    idle_in_transaction_session_timeout: 60_000,
    ...(options.durable === false ? { options: '-c synchronous_commit=off' } : {}),
  });
  const onError = options.onConnectionError ?? (() => undefined);
  pool.on('error', onError);
  // A connection that dies while checked out emits on its own client; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  let bulkSessions = 0;
  return {
    many: async (query) => (await runSingle(pool, query)).rows,
    find: async (query) => (await runSingle(pool, query)).rows[0],
    inTransaction: (work) => runTransaction(pool, work, options.onDeadlock),
    inBulk: async (work) => {
      if (bulkSessions === bulkSessionsMax) throw rateLimited(bulkRetryAfterS);
      bulkSessions += 1;
      try {
        const applicationName = `${options.applicationName}-bulk`;
        return await withBulkSession({ url: options.url.reveal(), applicationName, lockTimeoutMs }, work);
      } finally {
        bulkSessions -= 1;
      }
    },
    pool,
    close: () => pool.end(),
  };
}

async function runSingle(pool: Pool, query: Query<unknown>): Promise<QueryResult> {
  const send = () => pool.query(toPg(query));
  try {
    return await send().catch((error: unknown) => {
      if (isPartitionMoved(error)) return send();
      throw error;
    });
  } catch (error) {
    throw query.explain?.(error) ?? error;
  }
}

/** Each time somebody else was first; a budget is used up after one or two. */
const outdatedTriesMax = 8;

/**
 * Locks are taken in one order everywhere, so deadlocks are bugs; but the aborted transaction may be a request that is
 * never sent again, such as a STOP. It was rolled back and the other one has continued, so one retry is safe. The same
 * applies to a row whose partition was created meanwhile. What was read and then changed by somebody else is read again.
 */
async function runTransaction<T>(
  pool: Pool,
  work: (db: TxDb) => Promise<T>,
  onDeadlock: DatabaseOptions['onDeadlock'],
): Promise<T> {
  let retried = false;
  for (let outdated = 0; ;) {
    try {
      return await runOnce(pool, work);
    } catch (error) {
      if (isOutdated(error) && outdated < outdatedTriesMax) outdated += 1;
      else if (!retried && (isDeadlock(error) || isPartitionMoved(error))) {
        retried = true;
        if (isDeadlock(error)) onDeadlock?.(error);
      } else throw error;
    }
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
