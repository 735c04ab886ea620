import type { Writable } from 'node:stream';
import type { PoolClient, QueryResult } from 'pg';
import { withState } from './errors.ts';
import { toPg, type Query, type TxDb } from './query.ts';

/**
 * Which rows of the account tables the policies show: those of one account, all, or none. It is a setting of the
 * transaction and ends with it, so a connection does not carry it to the next user.
 */
export type RowScope = 'none' | 'all' | { readonly account: string };

export const noRows: RowScope = 'none';

/** The value of the setting that the policies read as "all accounts"; no account has this id. */
const everyAccount = '*';

/** The account id becomes part of a statement that takes no parameters, so it must be safe to inline. */
const accountPattern = /^[A-Za-z0-9_-]{1,64}$/;

export function settingOf(rows: RowScope): string {
  if (rows === 'none') return '';
  if (rows === 'all') return everyAccount;
  if (!accountPattern.test(rows.account)) throw new Error('this is no id of an account');
  return rows.account;
}

/** Begins a transaction and sets its scope in one message, so that the scope costs no round trip. */
const beginFor = (rows: RowScope, access: Access) => {
  const begin = access === 'read only' ? 'begin read only' : 'begin';
  return { text: rows === 'none' ? begin : `${begin}; set local makewhole.account = '${settingOf(rows)}'`, values: [] };
};

type Access = 'read only' | 'read write';

/**
 * A transaction on a pipelined connection. BEGIN and writes are queued and sent together with the next read or with
 * COMMIT, so a verb costs one round trip per read and one for all its writes.
 */
export class Transaction implements TxDb {
  readonly #client: PoolClient;
  #queue: Query<unknown>[];
  #sent: Promise<unknown>[] = [];
  /** The first failure; later statements only report that the transaction is aborted. */
  #failure: unknown;
  #begun = false;
  /** Commit or rollback has begun, and the connection returns to the pool. A branch of the work may not know yet. */
  #over = false;
  #commitSent = false;

  constructor(client: PoolClient, rows: RowScope, access: Access = 'read write') {
    this.#client = client;
    this.#queue = [beginFor(rows, access)];
  }

  /** Whether the transaction may have been committed, whatever happened to the connection. */
  get isCommitSent(): boolean {
    return this.#commitSent;
  }

  async many<Row>(query: Query<Row>): Promise<Row[]> {
    this.#requireOpen();
    this.#flush();
    const result = await this.#send(query);
    return result.rows as Row[];
  }

  async find<Row>(query: Query<Row>): Promise<Row | undefined> {
    const [row] = await this.many(query);
    return row;
  }

  write(query: Query<unknown>): void {
    this.#requireOpen();
    this.#queue.push(query);
  }

  async commit(): Promise<void> {
    this.#over = true;
    if (!this.#begun && this.#queue.length === 1) return;
    this.#flush();
    this.#commitSent = true;
    const commit = this.#send({ text: 'commit', values: [] });
    await Promise.allSettled(this.#sent);
    const { command } = await commit;
    if (this.#failure !== undefined) throw this.#failure;
    // COMMIT of an aborted transaction does not fail, but returns ROLLBACK.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }

  /** Returns whether the connection is confirmed to be outside any transaction. */
  async rollback(): Promise<boolean> {
    this.#over = true;
    this.#queue = [];
    if (!this.#begun) return true;
    await Promise.allSettled(this.#sent);
    return this.#client.query('rollback').then(
      () => true,
      () => false,
    );
  }

  #requireOpen(): void {
    if (this.#over) throw new Error('the transaction is over');
  }

  #flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const query of queue) {
      const answer = this.#send(query);
      answer.catch(() => undefined);
      this.#sent.push(answer);
    }
  }

  async #send(query: Query<unknown>): Promise<QueryResult> {
    this.#begun = true;
    this.#coalescePackets();
    try {
      return await this.#client.query(toPg(query));
    } catch (error) {
      this.#failure ??= query.explain?.(error) ?? withState(error);
      throw this.#failure;
    }
  }

  /** Sends all statements of one event loop turn in one packet. */
  #coalescePackets(): void {
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

declare module 'pg' {
  interface ClientBase {
    /** The driver's connection; its stream is a socket. */
    readonly connection: { readonly stream: Writable };
  }
}
