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
  /** Reads that are sent together, as one transaction that cannot write and costs one round trip. */
  readonly inOneRead: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** For work on very many rows: a connection of its own, COPY, and minutes instead of seconds. */
  readonly inBulk: <T>(work: (session: BulkSession) => Promise<T>) => Promise<T>;
  /** The same connections, for statements that see the rows of these accounts. */
  readonly seeing: (rows: RowScope) => Database;
  /** Fails when the credential of the request that this database was made for is no longer good; see `recheckAtCommit`. */
  readonly recheck: () => Promise<void>;
  readonly pool: Pool;
  /** Told by whoever watches the database whether it answers. */
  readonly silent: SilentConnections;
  readonly close: () => Promise<void>;
};

type DatabaseOptions = {
  readonly url: Secret;
  /** Where bulk sessions connect to; default: `url`. */
  readonly directUrl?: Secret;
  /** Behind a pooler that shares connections: limits are then those of the role, because a pooler takes none. */
  readonly pooled?: boolean;
  readonly applicationName: string;
  readonly poolSize: number;
  /** Timeout of a statement; default: 30 s. A connection that is silent for longer is closed. */
  readonly statementTimeoutMs?: number;
  /** false for counters that may be lost in a crash: the commit then does not wait for the disk. */
  readonly durable?: boolean;
  readonly onConnectionError?: (error: Error) => void;
  /** Called before a transaction is retried after a deadlock. */
  readonly onDeadlock?: (error: unknown) => void;
  /** Called before a transaction is retried whose connection was lost before its commit was sent. */
  readonly onRetry?: (error: unknown) => void;
};

/** A longer wait means that something is stuck; the request fails instead of hanging. */
const lockTimeoutMs = 10_000;
const defaultStatementTimeoutMs = 30_000;
const connectTimeoutMs = 5_000;

/**
 * The server ends a statement at its timeout. A frozen server, or one behind a dead connection, does not: after this
 * much more time, the connection is closed with everything that waits on it.
 */
const silentAfterMs = 2_000;

/** Whoever still uses a connection this long after the close has been given up, and may wait for a silent database. */
const closeWithinMs = 2_000;

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
    query_timeout: statementTimeoutMs + silentAfterMs,
    ...(options.pooled === true ? {} : serverLimits(options, statementTimeoutMs)),
  });
  const silent = new SilentConnections(pool);
  // The driver gives the same error object to the statements that waited on the connection.
  const onError = (error: Error) => options.onConnectionError?.(withState(error));
  pool.on('error', onError);
  // A connection that dies while checked out emits on its own client; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  let bulkSessions = 0;
  const seeing = (rows: RowScope): Database => {
    // Throws for what is no account, before a connection is taken.
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

/** In a transaction of its own, which tells whose rows it sees; all of it leaves together, in one round trip. */
async function sendWithin<Row>({ pool, rows }: Connections, query: Query<Row>): Promise<Row[]> {
  const client = await pool.connect();
  const transaction = new Transaction(client, rows);
  // What a failure means is said once, by whoever asked.
  const answer = transaction.many({ ...query, explain: () => undefined });
  const [answered, committed] = await Promise.allSettled([answer, transaction.commit()]);
  const failed = [answered, committed].find(({ status }) => status === 'rejected');
  // A commit that failed has left no transaction behind, unless the connection is gone.
  client.release(failed !== undefined && !(await transaction.rollback()));
  if (answered.status === 'rejected') throw answered.reason;
  if (committed.status === 'rejected') throw committed.reason;
  return answered.value;
}

/** Nothing depends on how a transaction ends that only reads, so its commit is answered behind the caller's back. */
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

/** Each time somebody else was first; a budget is used up after one or two. */
const outdatedTriesMax = 8;

/** At once, and after a moment: a database that restarts or fails over may be back by then. */
const lostPausesMs = [0, 250];
/** Beyond this, whoever asked is told to ask again. */
const lostWithinMs = 8_000;

/** How far one try of a transaction came. */
type Try = { begun: boolean; transaction?: Transaction };

/**
 * Locks are taken in one order everywhere, so deadlocks are bugs; but the aborted transaction may be a request that is
 * never sent again, such as a STOP. It was rolled back and the other one has continued, so one retry is safe. The same
 * applies to a row whose partition was created meanwhile. What was read and then changed by somebody else is read again.
 * A transaction that lost its connection was rolled back as well, unless its commit was already sent: nobody knows then.
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

/** A database that gave no connection in the first place is away; only what had begun is worth another try. */
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
