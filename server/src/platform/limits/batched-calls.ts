import type { Clock } from '#platform/clock';
import { prepared, type Db, type TxDb } from '#platform/db';
import type { AskStore } from './ask-store.ts';
import { takeCall, toTaken, type TakenRow } from './sliding.ts';
import {
  addSlidingCall,
  decideSlidingCall,
  mergeSlices,
  type Slice,
  type SlidingCall,
  type Taken,
} from './sliding-rules.ts';

type Options = {
  readonly db: Db & { readonly inTransaction: <T>(work: (tx: TxDb) => Promise<T>) => Promise<T> };
  readonly clock: Clock;
  /** For calls that wait for their count. */
  readonly askStore: AskStore;
  /** For batches, which no call waits for. */
  readonly sendBatch: AskStore;
  /** Called with the name of each limit whose calls could not be sent. */
  readonly onFailure: (limit: string) => void;
};

/** How long other processes may not know of a counted call; a crash loses as much. */
const sendAfterMs = 250;
/** While the store is down. */
const retryAfterMs = 1_000;
/** Clients whose calls a process remembers; beyond that, those with nothing to send are read from the store again. */
const clientsMax = 10_000;

/** A client's calls, as known to this process. */
type Client = {
  readonly limit: string;
  readonly windowMs: number;
  /** All counted calls: the store's at its last answer, and this process's. */
  counted: readonly Slice[];
  /** Calls of this process that the store does not have yet. */
  unsent: readonly Slice[];
  /** Calls whose count this process is waiting for. */
  waiting: number;
};

type ClientRow = { readonly key: string; readonly lasts: readonly string[]; readonly counts: readonly number[] };

// Ordered, so that two processes lock the rows of the same clients in one order.
const addCalls = prepared<[calls: string, atMs: number, windowMs: number], ClientRow>(
  'limits.add-calls',
  `insert into platform.recent_calls as known (key, lasts, counts)
   select key, lasts, counts from json_to_recordset($1::json) as sent(key text, lasts bigint[], counts integer[])
   order by key
   on conflict (key) do update set (lasts, counts) = (
     select coalesce(array_agg(last order by last), '{}'), coalesce(array_agg(calls order by last), '{}')
     from (
       select max(last) as last, sum(calls)::integer as calls
       from (
         select unnest(known.lasts) as last, unnest(known.counts) as calls
         union all select unnest(excluded.lasts), unnest(excluded.counts)
       ) as every_call
       where last > $2::bigint - $3::bigint and last <= $2::bigint + $3::bigint
       group by last / greatest(1, $3::bigint / 60)
     ) as merged
   )
   returning key, lasts, counts`,
);

/**
 * Counts sliding limits in memory, and exchanges counts with the store in batches: one statement for all clients, at most every 250 ms.
 * This process never allows more than the limit. A call that is not `batched` is also counted by the store before it is allowed.
 */
export class BatchedCalls {
  readonly #options: Options;
  readonly #clients = new Map<string, Client>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async consume(call: SlidingCall): Promise<Taken> {
    const client = this.#find(call);
    // A call that waits for the store already has its place.
    const taken = decideSlidingCall(client.counted, { ...call, most: call.most - client.waiting });
    if (taken.waitMs > 0) return taken;
    if (!call.batched) return this.#consumeInStore(client, call);
    client.counted = addSlidingCall(client.counted, call);
    client.unsent = addSlidingCall(client.unsent, call);
    this.#schedule(sendAfterMs);
    return taken;
  }

  /** Sends the counts that the store does not have yet. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#sending;
    await this.#send();
  }

  async #consumeInStore(client: Client, call: SlidingCall): Promise<Taken> {
    client.waiting += 1;
    let unsent: readonly Slice[] = [];
    try {
      await this.#sending;
      unsent = client.unsent;
      client.unsent = [];
      const taken = await this.#options.askStore(() => this.#take(call, unsent));
      if (taken.waitMs === 0) client.counted = addSlidingCall(client.counted, call);
      return taken;
    } catch (error) {
      client.unsent = mergeSlices(unsent, client.unsent, client.windowMs);
      throw error;
    } finally {
      client.waiting -= 1;
      if (client.unsent.length > 0) this.#schedule(sendAfterMs);
    }
  }

  async #take({ client, atMs, windowMs, most }: SlidingCall, unsent: readonly Slice[]): Promise<Taken> {
    const { db } = this.#options;
    const take = takeCall(client, atMs, windowMs, most);
    if (unsent.length === 0) return toTaken(await db.find<TakenRow>(take));
    return db.inTransaction(async (tx) => {
      tx.write(addCalls(toJson([[client, unsent]]), atMs, windowMs));
      return toTaken(await tx.find<TakenRow>(take));
    });
  }

  #find({ client: key, limit, windowMs }: SlidingCall): Client {
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    if (this.#clients.size >= clientsMax) this.#forget();
    const client: Client = { limit, windowMs, counted: [], unsent: [], waiting: 0 };
    this.#clients.set(key, client);
    return client;
  }

  #forget(): void {
    for (const [key, { unsent, waiting }] of this.#clients)
      if (unsent.length === 0 && waiting === 0) this.#clients.delete(key);
  }

  #schedule(delayMs: number): void {
    if (this.#closed || this.#sending !== undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#send().finally(() => {
        this.#sending = undefined;
      });
    }, delayMs).unref();
  }

  async #send(): Promise<void> {
    // For the others the store is about to answer, and would count a call of theirs twice.
    const ready = [...this.#clients].filter(([, { unsent, waiting }]) => unsent.length > 0 && waiting === 0);
    const byWindow = Map.groupBy(ready, ([, { windowMs }]) => windowMs);
    const sent = await Promise.all([...byWindow].map(([windowMs, clients]) => this.#sendOf(windowMs, clients)));
    // After this batch has ended.
    if (!this.#closed) setImmediate(() => this.#sendLater(sent.every(Boolean)));
  }

  #sendLater(sent: boolean): void {
    const isLeft = [...this.#clients.values()].some(({ unsent }) => unsent.length > 0);
    if (isLeft) this.#schedule(sent ? sendAfterMs : retryAfterMs);
  }

  async #sendOf(windowMs: number, clients: readonly (readonly [string, Client])[]): Promise<boolean> {
    const { db, clock, sendBatch, onFailure } = this.#options;
    const batch = new Map(clients.map(([key, client]) => [key, { client, slices: client.unsent }]));
    for (const [, client] of clients) client.unsent = [];
    const text = toJson([...batch].map(([key, { slices }]) => [key, slices]));
    try {
      const rows = await sendBatch(() => db.many(addCalls(text, clock.now().getTime(), windowMs)));
      for (const { key, lasts, counts } of rows) {
        const stored = lasts.map((last, index) => ({ lastMs: Number(last), calls: counts[index] ?? 0 }));
        const client = batch.get(key)?.client;
        if (client !== undefined) client.counted = mergeSlices(stored, client.unsent, windowMs);
      }
      return true;
    } catch {
      for (const { client, slices } of batch.values()) client.unsent = mergeSlices(slices, client.unsent, windowMs);
      for (const limit of new Set(clients.map(([, client]) => client.limit))) onFailure(limit);
      return false;
    }
  }
}

const toJson = (clients: readonly (readonly [string, readonly Slice[]])[]): string =>
  JSON.stringify(
    clients.map(([key, slices]) => ({
      key,
      lasts: slices.map(({ lastMs }) => lastMs),
      counts: slices.map(({ calls }) => calls),
    })),
  );
