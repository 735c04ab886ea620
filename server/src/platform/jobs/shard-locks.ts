import { Client } from 'pg';
import type { Secret } from '#platform/config';
import { keepAliveOptions, withState } from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import { pause, type Loop } from './claimed-rows.ts';

/**
 * Work divided into a fixed number of shards, each worked on by one process at a time: the one that holds its advisory
 * lock on a dedicated connection. The processes share the shards evenly. The locks end with the connection, and the
 * server ends the connection of a silent process.
 */
export type ShardLocks = Loop & {
  /** The shards for which this process may begin work now. */
  held(): ReadonlySet<number>;
  isHeld(shard: number): boolean;
  /** Changes whenever the locks were lost. */
  readonly epoch: number;
};

type ShardOptions = {
  readonly url: Secret;
  readonly name: string;
  /** The first key of the locks: all processes that share the work use the same. */
  readonly lockClass: number;
  readonly shards: number;
  /** While it returns false, the process takes no part. */
  readonly mayHold: () => boolean;
  /** Returns those of these shards with no work in progress, whose locks are then given up; it is called again for the others. */
  readonly release: (shards: readonly number[]) => Promise<readonly number[]>;
  readonly log: Logger;
  readonly metrics: Metrics;
};

const balanceEveryMs = 1_000;
const retryEveryMs = 200;
/** After this long without a response from the server, no work begins. */
export const confirmedForMs = 4_000;
/** After this long without a message from the process, the server ends its connection: later than the process itself stops. */
const sessionIdleMs = 8_000;

export function holdShards(options: ShardOptions): ShardLocks {
  const keeper = new ShardKeeper(options);
  keeper.start();
  return keeper;
}

class ShardKeeper implements ShardLocks {
  readonly #options: ShardOptions;
  readonly #stopping = new AbortController();
  #turns: Promise<unknown> = Promise.resolve();
  #client: Client | undefined;
  /** When the query was sent whose answer confirmed the locks. */
  #confirmedAt = -Infinity;
  #held = new Set<number>();
  #epoch = 0;
  /** Still held, but about to be given up: no work begins for them. */
  readonly #leaving = new Set<number>();

  constructor(options: ShardOptions) {
    this.#options = options;
  }

  start(): void {
    this.#turns = this.#balanceTurns();
  }

  held(): ReadonlySet<number> {
    if (performance.now() - this.#confirmedAt > confirmedForMs) return new Set();
    return new Set([...this.#held].filter((shard) => !this.#leaving.has(shard)));
  }

  get epoch(): number {
    return this.#epoch;
  }

  isHeld(shard: number): boolean {
    const confirmed = performance.now() - this.#confirmedAt <= confirmedForMs;
    return confirmed && this.#held.has(shard) && !this.#leaving.has(shard);
  }

  /** Gives up all shards in order; their user has ended its work earlier. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#turns;
    await this.#leaveAll();
  }

  async #leaveAll(): Promise<void> {
    const client = this.#client;
    for (const shard of this.#held) this.#leaving.add(shard);
    try {
      await this.#options.release([...this.#held]);
    } catch (error) {
      this.#report(error);
    }
    await client?.end().catch(() => undefined);
    this.#lose();
  }

  async #balanceTurns(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        if (this.#options.mayHold()) await this.#balance((this.#client ??= await this.#connect()));
        else if (this.#client !== undefined) await this.#leaveAll();
      } catch (error) {
        this.#report(error);
        this.#lose();
      }
      await pause(this.#held.size === 0 ? retryEveryMs : balanceEveryMs, this.#stopping.signal);
    }
  }

  async #connect(): Promise<Client> {
    const { url, name, lockClass, shards } = this.#options;
    const client = new Client({
      connectionString: url.reveal(),
      application_name: `${name}-shards`,
      connectionTimeoutMillis: confirmedForMs,
      query_timeout: confirmedForMs,
      ...keepAliveOptions,
    });
    const lost = () => {
      if (this.#client === client) this.#lose();
    };
    client.on('error', lost);
    client.on('end', lost);
    try {
      await this.#prepare(client, lockClass, shards);
    } catch (error) {
      client.connection.stream.destroy();
      throw error;
    }
    return client;
  }

  async #prepare(client: Client, lockClass: number, shards: number): Promise<void> {
    await client.connect();
    await client.query(`set idle_session_timeout = ${sessionIdleMs}`);
    await client.query(
      'set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 4; set tcp_user_timeout = 8000',
    );
    // A lock beyond the last shard, shared by all processes that take part, so that they can be counted.
    await client.query('select pg_advisory_lock_shared($1, $2)', [lockClass, shards]);
  }

  #lose(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#epoch += 1;
    this.#confirmedAt = -Infinity;
    this.#held = new Set();
    this.#leaving.clear();
    // Without an orderly close, which a silent server would not answer either.
    client?.connection.stream.destroy();
  }

  async #balance(client: Client): Promise<void> {
    const sentAt = performance.now();
    const { members, taken } = await this.#readLocks(client);
    this.#confirmedAt = sentAt;
    const share = Math.ceil(this.#options.shards / members);
    for (const shard of [...this.#held].slice(share)) this.#leaving.add(shard);
    // Other processes left meanwhile, so shards that are not given up yet stay.
    for (const shard of this.#leaving) if (this.#held.size - this.#leaving.size < share) this.#leaving.delete(shard);
    await this.#leave(client);
    const wanted = share - (this.#held.size - this.#leaving.size);
    if (wanted > 0) await this.#take(client, this.#free(taken).slice(0, wanted));
  }

  /** Asks the server instead of remembering: behind a pooler that changes connections, the locks would belong to another client. */
  async #readLocks(client: Client): Promise<{ readonly members: number; readonly taken: ReadonlySet<number> }> {
    const { lockClass, shards } = this.#options;
    const { rows } = await client.query<{ shard: number; mine: boolean }>(
      `select objid::integer as shard, pid = pg_backend_pid() as mine from pg_locks
       where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
         and database = (select oid from pg_database where datname = current_database())`,
      [lockClass],
    );
    const mine = new Set(rows.filter((row) => row.mine).map((row) => row.shard));
    if (!mine.has(shards) || ![...this.#held].every((shard) => mine.has(shard)))
      throw new Error(
        'the locks of this connection are gone: is there a pooler between this process and the database?',
      );
    const members = rows.filter(({ shard }) => shard === shards).length;
    return { members, taken: new Set(rows.map(({ shard }) => shard)) };
  }

  #free(taken: ReadonlySet<number>): number[] {
    const { shards } = this.#options;
    const start = Math.floor(Math.random() * shards);
    return Array.from({ length: shards }, (_, index) => (start + index) % shards).filter((shard) => !taken.has(shard));
  }

  async #leave(client: Client): Promise<void> {
    if (this.#leaving.size === 0) return;
    const released = await this.#options.release([...this.#leaving]);
    await client.query('select pg_advisory_unlock($1, shard) from unnest($2::integer[]) as shard', [
      this.#options.lockClass,
      released,
    ]);
    for (const shard of released) {
      this.#held.delete(shard);
      this.#leaving.delete(shard);
    }
  }

  async #take(client: Client, wanted: readonly number[]): Promise<void> {
    const { rows } = await client.query<{ shard: number }>(
      'select shard from unnest($2::integer[]) as shard where pg_try_advisory_lock($1, shard)',
      [this.#options.lockClass, wanted],
    );
    if (this.#client === client) for (const { shard } of rows) this.#held.add(shard);
  }

  #report(error: unknown): void {
    this.#options.metrics.loopFailures.inc({ loop: `${this.#options.name}.shards` });
    this.#options.log.error({ err: withState(error), work: this.#options.name }, 'jobs.shards-failed');
  }
}
