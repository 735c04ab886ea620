import { Client } from 'pg';
import type { Secret } from '#platform/config';
import { computeSkewMs, isSkewed, keepAliveOptions, pendingMigrations, withState, type Database } from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import { pause, type Loop } from './claimed-rows.ts';

const missingNames = ['database', 'read_only', 'sync_wait', 'migrations', 'clock'] as const;
type Missing = (typeof missingNames)[number];

type PulseOptions = {
  readonly url: Secret;
  readonly name: string;
  /** Whose connections are closed when the database falls silent. */
  readonly databases: readonly Database[];
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How long a question may be open; default: 4 s. */
  readonly silentAfterMs?: number;
};

/** One question in this time, however many ask, and an answer within it. */
const everyMs = 1_000;
/** A question of a millisecond that is not answered for so long is not slow: the database, or the way to it, is gone. */
const defaultSilentAfterMs = 4_000;
/** A timer that is this late says that this process was busy or stopped: then it is not the database that was silent. */
const busyMs = 500;

const vitals = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as ms,
  exists (select from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
    and query_start < clock_timestamp() - interval '2 seconds') as sync_wait`;

type Vitals = { readonly read_only: boolean; readonly ms: number; readonly sync_wait: boolean };

/**
 * Whether the database can be worked with, asked on a connection of its own, so that a full pool does not look like a dead
 * database. When it falls silent, the connections that are silent too are closed.
 */
export class Pulse {
  readonly #options: PulseOptions;
  #client: Client | undefined;
  #asked: { readonly at: number; readonly answer: Promise<readonly Missing[]> } | undefined;
  /** The question that has not been answered yet. */
  #open: Promise<readonly Missing[]> | undefined;
  /** When the first question was asked to which nothing has been said since, not even no. */
  #silentSince: number | undefined;
  #reported = '';
  #closed = false;
  readonly #silentAfterMs: number;

  constructor(options: PulseOptions) {
    this.#options = options;
    this.#silentAfterMs = options.silentAfterMs ?? defaultSilentAfterMs;
    for (const missing of missingNames) options.metrics.notReady.set({ missing }, 0);
  }

  /** Names of what is missing; the answer may be a second old. */
  check(): Promise<readonly Missing[]> {
    const now = performance.now();
    if (this.#asked === undefined || now - this.#asked.at >= everyMs) this.#asked = { at: now, answer: this.#ask() };
    return this.#asked.answer;
  }

  /** Asks every second until `stop`. */
  run(): Loop {
    const stopping = new AbortController();
    const loop = (async () => {
      while (!stopping.signal.aborted) {
        const at = performance.now();
        this.#asked = { at, answer: this.#ask() };
        await this.#asked.answer;
        await pause(Math.max(0, everyMs - (performance.now() - at)), stopping.signal);
      }
    })();
    return {
      async stop() {
        stopping.abort();
        await loop;
      },
    };
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  async #ask(): Promise<readonly Missing[]> {
    if (this.#open === undefined) {
      this.#silentSince ??= performance.now();
      const question = this.#question().finally(() => {
        if (this.#open === question) this.#open = undefined;
      });
      this.#open = question;
    }
    const askedAt = performance.now();
    const answered = new AbortController();
    const late = pause(everyMs, answered.signal)
      // An answer that came while this process was busy is read first.
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => undefined);
    const missing = await Promise.race([this.#open, late]).finally(() => answered.abort());
    const now = performance.now();
    if (now - askedAt > everyMs + busyMs && this.#silentSince !== undefined) this.#silentSince = now;
    if (now - (this.#silentSince ?? Infinity) >= this.#silentAfterMs) this.#fellSilent();
    const said = missing ?? ['database'];
    this.#report(said);
    return said;
  }

  async #question(): Promise<readonly Missing[]> {
    try {
      const missing = await this.#examine((this.#client ??= await this.#connect()));
      this.#silentSince = undefined;
      for (const { silent } of this.#options.databases) silent.end();
      return missing;
    } catch (error) {
      this.#drop();
      // No is an answer too.
      if (!isUnanswered(error)) this.#silentSince = undefined;
      if (!this.#closed && this.#reported !== 'database')
        this.#options.log.warn({ err: withState(error) }, 'database.check-failed');
      return ['database'];
    }
  }

  async #examine(client: Client): Promise<readonly Missing[]> {
    const [askedAt, started] = [Date.now(), performance.now()];
    const { rows } = await client.query<Vitals>(vitals);
    const [row] = rows;
    if (row === undefined) throw new Error('a select without a table returns one row');
    const skewMs = computeSkewMs({ askedAt, tookMs: performance.now() - started, databaseMs: row.ms });
    const found: Record<Missing, boolean> = {
      database: false,
      read_only: row.read_only,
      sync_wait: row.sync_wait,
      migrations: (await pendingMigrations({ pool: client })).length > 0,
      clock: isSkewed(skewMs),
    };
    return missingNames.filter((name) => found[name]);
  }

  async #connect(): Promise<Client> {
    const { url, name } = this.#options;
    const client = new Client({
      connectionString: url.reveal(),
      application_name: `${name}-pulse`,
      connectionTimeoutMillis: this.#silentAfterMs,
      ...keepAliveOptions,
    });
    const lost = () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      // Whoever asks next is told what is so now.
      this.#asked = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    await client.connect();
    return client;
  }

  #fellSilent(): void {
    const { databases, metrics } = this.#options;
    for (const { silent } of databases) metrics.silentConnections.inc(silent.begin());
    // While it connects, that has its own timeout.
    if (this.#client === undefined) return;
    this.#drop();
    this.#open = undefined;
  }

  /** Not in order: a server that does not answer would not answer this either. */
  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.connection.stream.destroy(new Unanswered());
  }

  /** Once for each change, in log and metrics. */
  #report(missing: readonly Missing[]): void {
    const { log, metrics } = this.#options;
    for (const name of missingNames) metrics.notReady.set({ missing: name }, missing.includes(name) ? 1 : 0);
    const said = missing.join();
    if (said === this.#reported || this.#closed) return;
    this.#reported = said;
    if (missing.length > 0) log.warn({ missing }, 'database.not-ready');
    else log.info({}, 'database.ready');
  }
}

/** A question that was given up. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** The SQLSTATE of a connection that failed. */
  readonly code = '08006';
}

const unansweredCodes = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Nothing was said, as opposed to no. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Unanswered ||
  (error instanceof Error &&
    (error.message === 'timeout expired' || ('code' in error && unansweredCodes.has(String(error.code)))));
