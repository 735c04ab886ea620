import { setTimeout as pause } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import type { Secret } from '#platform/config';
import { rateLimited } from '#platform/errors';
import { withBulkSession, type BulkSession } from './bulk.ts';
import { isConnectionLost, isDeadlock, isOutdated, isPartitionMoved, withState } from './errors.ts';
import { keepAliveOptions, SilentConnections } from './silent-connections.ts';
import { toPg, type Db, type Query, type TxDb } from './query.ts';
import { noRows, settingOf, Transaction, type RowScope } from './transaction.ts';

export type Database = Db & {
  readonly inTransaction: <T>(work: (db: TxDb) => Promise<T>) => Promise<T>;
  /** Sends several reads together, in a read-only transaction that costs one round trip. */
  readonly inOneRead: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** For work on very many rows: a dedicated connection, COPY, and timeouts of minutes instead of seconds. */
  readonly inBulk: <T>(work: (session: BulkSession) => Promise<T>) => Promise<T>;
  /** The same connections, limited to the rows of these accounts. */
  readonly seeing: (rows: RowScope) => Database;
  /** Throws unless the credential of this request's database is still valid; see `recheckAtCommit`. */
  readonly recheck: () => Promise<void>;
  readonly pool: Pool;
  /** The monitor of the database reports here whether it answers. */
  readonly silent: SilentConnections;
  readonly close: () => Promise<void>;
};

type DatabaseOptions = {
  readonly url: Secret;
  /** Where bulk sessions connect; default: `url`. */
  readonly directUrl?: Secret;
  /** Behind a pooler that shares connections, the limits are those of the role, because a pooler accepts none. */
  readonly pooled?: boolean;
  readonly applicationName: string;
  readonly poolSize: number;
  /** Statement timeout; default: 30 s. A connection that is silent for longer is closed. */
  readonly statementTimeoutMs?: number;
  /** false for counters that a crash may lose: the commit does not wait for the disk. */
  readonly durable?: boolean;
  readonly onConnectionError?: (error: Error) => void;
  /** Called before a transaction is retried after a deadlock. */
  readonly onDeadlock?: (error: unknown) => void;
  /** Called before a transaction is retried because its connection was lost before the commit was sent. */
  readonly onRetry?: (error: unknown) => void;
};

/** If a lock takes longer, something is stuck, and the request fails instead of hanging. */
const lockTimeoutMs = 10_000;
const defaultStatementTimeoutMs = 30_000;
const connectTimeoutMs = 5_000;

/**
 * The server ends a statement at its timeout. A frozen server, or one behind a dead connection, does not, so the
 * connection is closed this much later, and everything waiting on it fails.
 */
const silentAfterMs = 2_000;

/** A user that still holds a connection this long after the close is abandoned; it may be waiting for a silent database. */
const closeWithinMs = 2_000;

/** Connections outside the pool, each in use for the length of an upload; the server has a hundred for all processes. */
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
    query_timeout: statementTimeoutMs + silentAfterMs,
    ...(options.pooled === true ? {} : serverLimits(options, statementTimeoutMs)),
  });
  const silent = new SilentConnections(pool);
  // The driver gives the same error object to all statements that waited on the connection.
  const onError = (error: Error) => options.onConnectionError?.(withState(error));
  pool.on('error', onError);
  // A connection that dies while checked out emits on its own client; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  let bulkSessions = 0;
  const seeing = (rows: RowScope): Database => {
    // Throws for an invalid account, before a connection is used.
    settingOf(rows);
    return seeingOnly(rows);
  };
  const seeingOnly = (rows: RowScope): Database => ({
    many: (query) => runSingle({ pool, silent, rows }, query),
    find: async (query) => (await runSingle({ pool, silent, rows }, query))[0],
    inTransaction: (work) => runTransaction({ ...options, pool, silent, rows }, work),
    inOneRead: (work) => readOnce({ pool, silent, rows }, work),
    seeing,
    inBulk: async (work) => {
      if (bulkSessions === bulkSessionsMax) throw rateLimited(bulkRetryAfterS);
      bulkSessions += 1;
      try {
        const applicationName = `${options.applicationName}-bulk`;
        const url = (options.directUrl ?? options.url).reveal();
        return await withBulkSession({ url, applicationName, lockTimeoutMs, silent, rows }, work);
      } finally {
        bulkSessions -= 1;
      }
    },
    recheck: async () => undefined,
    pool,
    silent,
    close: async () => {
      const timer = setTimeout(() => silent.closeAll(), closeWithinMs);
      await pool.end().finally(() => clearTimeout(timer));
    },
  });
  return seeing(noRows);
}

const serverLimits = ({ durable }: DatabaseOptions, statementTimeoutMs: number) => ({
  lock_timeout: lockTimeoutMs,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 60_000,
  ...(durable === false ? { options: '-c synchronous_commit=off' } : {}),
});

type Connections = { readonly pool: Pool; readonly silent: SilentConnections; readonly rows: RowScope };

async function runSingle<Row>(connections: Connections, query: Query<Row>): Promise<Row[]> {
  const send = () => (connections.rows === noRows ? sendAlone(connections, query) : sendWithin(connections, query));
  try {
    connections.silent.refuse();
    return await send().catch((error: unknown) => {
      if (isPartitionMoved(error)) return send();
      throw error;
    });
  } catch (error) {
    throw query.explain?.(error) ?? withState(error);
  }
}

const sendAlone = async <Row>({ pool }: Connections, query: Query<Row>): Promise<Row[]> =>
  (await pool.query(toPg(query))).rows as Row[];

/** Runs the statement in its own transaction, which sets whose rows it sees; all of it is sent in one round trip. */
async function sendWithin<Row>({ pool, rows }: Connections, query: Query<Row>): Promise<Row[]> {
  const client = await pool.connect();
  const transaction = new Transaction(client, rows);
  // The caller explains the failure, so that it is explained once.
  const answer = transaction.many({ ...query, explain: () => undefined });
  const [answered, committed] = await Promise.allSettled([answer, transaction.commit()]);
  const failed = [answered, committed].find(({ status }) => status === 'rejected');
  // A failed commit leaves no open transaction, unless the connection is lost.
  client.release(failed !== undefined && !(await transaction.rollback()));
  if (answered.status === 'rejected') throw answered.reason;
  if (committed.status === 'rejected') throw committed.reason;
  return answered.value;
}

/** The outcome of a read-only transaction does not matter, so its commit is not awaited. */
async function readOnce<T>({ pool, silent, rows }: Connections, work: (db: Db) => Promise<T>): Promise<T> {
  silent.refuse();
  const client = await pool.connect().catch((error: unknown) => {
    throw withState(error);
  });
  const transaction = new Transaction(client, rows, 'read only');
  const close = async (): Promise<void> => {
    const ended = await transaction.commit().then(
      () => true,
      () => transaction.rollback(),
    );
    client.release(!ended);
  };
  return work(transaction).finally(() => void close());
}

/** Each try fails because a concurrent transaction was first; a budget is used up after one or two. */
const outdatedTriesMax = 8;

/** Retried immediately, and after a moment: a database that restarts or fails over may be back by then. */
const lostPausesMs = [0, 250];
/** After this long, the caller gets an error and can retry. */
const lostWithinMs = 8_000;

/** How far one try of a transaction got. */
type Try = { begun: boolean; transaction?: Transaction };

/**
 * All code takes locks in one order, so deadlocks are bugs; but the aborted transaction may be a request that is never sent again, such as
 * a STOP. It was rolled back and the other one has continued, so one retry is safe. The same applies to a row whose partition was created
 * meanwhile, and to rows that a concurrent transaction changed after they were read. A transaction that lost its connection was rolled back
 * as well, unless its commit was already sent: then its outcome is unknown.
 */
async function runTransaction<T>(
  options: Connections & Pick<DatabaseOptions, 'onDeadlock' | 'onRetry'>,
  work: (db: TxDb) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const lostPauses = [...lostPausesMs];
  let [retried, begun] = [false, false];
  for (let outdated = 0; ;) {
    const current: Try = { begun };
    try {
      return await runOnce(options, work, current);
    } catch (error) {
      begun = current.begun;
      if (isOutdated(error) && outdated < outdatedTriesMax) outdated += 1;
      else if (!retried && (isDeadlock(error) || isPartitionMoved(error))) {
        retried = true;
        if (isDeadlock(error)) options.onDeadlock?.(error);
      } else {
        const pauseMs = mayRepeat(current, error, startedAt) ? lostPauses.shift() : undefined;
        if (pauseMs === undefined) throw error;
        options.onRetry?.(error);
        await pause(pauseMs);
      }
    }
  }
}

/** If the database gave no connection at all, it is down; only a transaction that had begun is worth a retry. */
const mayRepeat = ({ begun, transaction }: Try, error: unknown, startedAt: number): boolean =>
  begun &&
  transaction?.isCommitSent !== true &&
  isConnectionLost(error) &&
  performance.now() - startedAt < lostWithinMs;

async function runOnce<T>(
  { pool, silent, rows }: Connections,
  work: (db: TxDb) => Promise<T>,
  current: Try,
): Promise<T> {
  silent.refuse();
  const client: PoolClient = await pool.connect().catch((error: unknown) => {
    throw withState(error);
  });
  const transaction = new Transaction(client, rows);
  current.begun = true;
  current.transaction = transaction;
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
