import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, type QueryResult } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { toPg, type Query, type TxDb } from './query.ts';
import { withState } from './errors.ts';
import { keepAliveOptions, type SilentConnections } from './silent-connections.ts';
import { noRows, settingOf, type RowScope } from './transaction.ts';

/** A connection for work on hundreds of thousands of rows, with temporary tables, COPY and timeouts of minutes. */
export type BulkSession = {
  /** Runs a single statement outside a transaction. */
  run<Row>(query: Query<Row>): Promise<Row[]>;
  /** Sends lines in COPY's text format as one short statement, so that nothing stays open while the next lines are awaited. */
  copy(statement: string, lines: string | Uint8Array): Promise<void>;
  /** Commits everything together or nothing. */
  transact<T>(work: (db: TxDb) => Promise<T>): Promise<T>;
};

type BulkOptions = {
  readonly url: string;
  readonly applicationName: string;
  readonly lockTimeoutMs: number;
  readonly silent: SilentConnections;
  readonly rows: RowScope;
};

/** A statement that runs longer is stuck. */
const statementTimeoutMs = 900_000;

export async function withBulkSession<T>(options: BulkOptions, work: (session: BulkSession) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: options.url,
    application_name: options.applicationName,
    ...keepAliveOptions,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: 120_000,
  });
  // A connection that dies between statements emits here; without a listener it would end the process.
  client.on('error', () => undefined);
  options.silent.refuse();
  await client.connect().catch((error: unknown) => {
    throw withState(error);
  });
  options.silent.watch(client);
  // A frozen server does not enforce its own timeout.
  const stream = client.connection.stream as Socket;
  stream.setTimeout(statementTimeoutMs + 2_000, () => stream.destroy());
  try {
    // The connection is not shared and ends with the session.
    if (options.rows !== noRows)
      await client.query(`select set_config('makewhole.account', $1, false)`, [settingOf(options.rows)]);
    return await work({
      run: async <Row>(query: Query<Row>) => (await runOne(client, query)).rows as Row[],
      copy: async (statement, lines) => pipeline(Readable.from([toChunk(lines)]), client.query(copyFrom(statement))),
      transact: async (inside) => {
        const transaction = new SerialTransaction(client);
        const result = await inside(transaction);
        await transaction.commit();
        return result;
      },
    });
  } finally {
    // An uncommitted transaction ends with the connection, and so do the temporary tables.
    await client.end().catch(() => undefined);
    options.silent.forget(client);
  }
}

/** A Buffer over the same bytes, without a copy. */
const toChunk = (lines: string | Uint8Array): string | Buffer =>
  typeof lines === 'string' ? lines : Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);

async function runOne(client: Client, query: Query<unknown>): Promise<QueryResult> {
  try {
    return await client.query(toPg(query));
  } catch (error) {
    throw query.explain?.(error) ?? withState(error);
  }
}

/** Runs statements one after the other on a connection without pipelining. Writes wait for the next read. */
class SerialTransaction implements TxDb {
  readonly #client: Client;
  readonly #queue: Query<unknown>[] = [{ text: 'begin', values: [] }];
  /** The running statements; the next one starts when they have ended. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(client: Client) {
    this.#client = client;
  }

  async many<Row>(query: Query<Row>): Promise<Row[]> {
    return (await this.#send(query)).rows as Row[];
  }

  async find<Row>(query: Query<Row>): Promise<Row | undefined> {
    const [row] = await this.many(query);
    return row;
  }

  write(query: Query<unknown>): void {
    this.#queue.push(query);
  }

  async commit(): Promise<void> {
    const { command } = await this.#send({ text: 'commit', values: [] });
    // COMMIT of an aborted transaction does not fail, but returns ROLLBACK.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }

  /** Sends the queued statements, and then this one. */
  #send(query: Query<unknown>): Promise<QueryResult> {
    const waiting = this.#queue.splice(0);
    const answer = this.#turn.then(async () => {
      for (const statement of waiting) await runOne(this.#client, statement);
      return runOne(this.#client, query);
    });
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}
