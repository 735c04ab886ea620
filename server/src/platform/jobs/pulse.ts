import { TLSSocket } from 'node:tls';
import { Client } from 'pg';
import type { Secret } from '#platform/config';
import {
  compareMigrations,
  computeSkewMs,
  findRoleProblem,
  isSkewed,
  keepAliveOptions,
  withState,
  type Database,
  type Query,
} from '#platform/db';
import type { Logger, Metrics } from '#platform/telemetry';
import { pause, type Loop } from './claimed-rows.ts';

const missingNames = ['database', 'read_only', 'sync_wait', 'migrations', 'outdated', 'role', 'clock'] as const;
type Missing = (typeof missingNames)[number];

type PulseOptions = {
  readonly url: Secret;
  readonly name: string;
  /** Their connections are closed when the database falls silent. */
  readonly databases: readonly Database[];
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether to refuse a role that owns the tables. */
  readonly leastRole?: boolean;
  /** How long a query may be unanswered; default: 4 s. */
  readonly silentAfterMs?: number;
};

/** At most one query in this time, however many callers, and an answer within it. */
const everyMs = 1_000;
/** A trivial query that is unanswered for this long is not slow: the database, or the network path to it, is gone. */
const defaultSilentAfterMs = 4_000;
/** A timer this late shows that this process was busy or suspended; then it was not the database that was silent. */
const busyMs = 500;

// The timeline of the WAL segment being written now: the control file shows a promotion only after a checkpoint.
const vitals = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only,
  case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as ms,
  exists (select from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
    and query_start < clock_timestamp() - interval '2 seconds') as sync_wait,
  current_setting('synchronous_standby_names') <> '' and not pg_has_role(current_user, 'pg_read_all_stats', 'usage') as sees_own`;

/** For a role that cannot see what other sessions wait for. */
const commitsWait = 'select status.commits_wait() as waits';

type Vitals = {
  readonly read_only: boolean;
  /** Null on a standby. */
  readonly timeline: number | null;
  readonly ms: number;
  readonly sync_wait: boolean;
  /** The role sees only its own sessions, so it cannot see whether other roles' commits wait. */
  readonly sees_own: boolean;
};

type Answer = {
  readonly missing: readonly Missing[];
  /** Why the query returned nothing. */
  readonly failure?: unknown;
};

/**
 * Checks whether the database works, on a dedicated connection, so that a full pool does not look like a dead database.
 * When the database falls silent, it closes the connections that are silent too.
 */
export class Pulse {
  readonly #options: PulseOptions;
  #client: Client | undefined;
  #asked: { readonly at: number; readonly answer: Promise<readonly Missing[]> } | undefined;
  /** The unanswered query. */
  #open: Promise<Answer> | undefined;
  /** When the first of the queries was sent that have had no response since, not even an error. */
  #silentSince: number | undefined;
  /** The last report; until the first answer, the database counts as missing. */
  #said: readonly Missing[] = ['database'];
  #reported = '';
  #timeline: number | undefined;
  #closed = false;
  readonly #silentAfterMs: number;

  constructor(options: PulseOptions) {
    this.#options = options;
    this.#silentAfterMs = options.silentAfterMs ?? defaultSilentAfterMs;
    for (const missing of missingNames) options.metrics.notReady.set({ missing }, 0);
  }

  /** Names of the missing parts; the answer may be a second old. */
  check(): Promise<readonly Missing[]> {
    const now = performance.now();
    if (this.#asked === undefined || now - this.#asked.at >= everyMs) this.#asked = { at: now, answer: this.#ask() };
    return this.#asked.answer;
  }

  /** Whether this was missing at the last check; does not query. */
  isMissing(name: Missing): boolean {
    return this.#said.includes(name);
  }

  /** Queries every second until `stop`. */
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
    const answer = await Promise.race([this.#open, late]).finally(() => answered.abort());
    const now = performance.now();
    const wasBusy = now - askedAt > everyMs + busyMs;
    if (wasBusy && this.#silentSince !== undefined) this.#silentSince = now;
    if (now - (this.#silentSince ?? Infinity) >= this.#silentAfterMs) this.#fellSilent();
    // A busy process cannot receive, so a missing answer then proves nothing about the database.
    if (wasBusy && (answer === undefined || isUnanswered(answer.failure))) return this.#said;
    this.#report(answer ?? { missing: ['database'] }, answer === undefined);
    return this.#said;
  }

  async #question(): Promise<Answer> {
    try {
      const missing = await this.#examine((this.#client ??= await this.#connect()));
      this.#silentSince = undefined;
      for (const { silent } of this.#options.databases) silent.end();
      return { missing };
    } catch (error) {
      this.#drop();
      // An error is a response too.
      if (!isUnanswered(error)) this.#silentSince = undefined;
      return { missing: ['database'], failure: error };
    }
  }

  async #examine(client: Client): Promise<readonly Missing[]> {
    const [askedAt, started] = [Date.now(), performance.now()];
    const { rows } = await client.query<Vitals>(vitals);
    const [row] = rows;
    if (row === undefined) throw new Error('a select without a table returns one row');
    this.#noteTimeline(row.timeline ?? undefined);
    const skewMs = computeSkewMs({ askedAt, tookMs: performance.now() - started, databaseMs: row.ms });
    const { pending, unknownContracts } = await compareMigrations({ pool: client });
    // The function comes with a migration.
    const asks = !row.sync_wait && row.sees_own && pending.length === 0;
    const others = asks ? (await client.query<{ waits: boolean }>(commitsWait)).rows[0] : undefined;
    const found: Record<Missing, boolean> = {
      database: false,
      read_only: row.read_only,
      sync_wait: row.sync_wait || others?.waits === true,
      migrations: pending.length > 0,
      outdated: unknownContracts.length > 0,
      role: this.#options.leastRole === true && (await isRoleTooStrong(client)),
      clock: isSkewed(skewMs),
    };
    return missingNames.filter((name) => found[name]);
  }

  async #connect(): Promise<Client> {
    const { url, name, metrics } = this.#options;
    const client = new Client({
      connectionString: url.reveal(),
      application_name: `${name}-pulse`,
      connectionTimeoutMillis: this.#silentAfterMs,
      ...keepAliveOptions,
    });
    const lost = () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      // The next caller gets a fresh answer.
      this.#asked = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    await client.connect();
    const { stream } = client.connection;
    if (stream instanceof TLSSocket)
      metrics.certificateEnd.set({ of: 'database' }, Date.parse(stream.getPeerCertificate().valid_to) / 1000);
    return client;
  }

  #fellSilent(): void {
    const { databases, metrics } = this.#options;
    for (const { silent } of databases) metrics.silentConnections.inc(silent.begin());
    // Connecting has its own timeout.
    if (this.#client === undefined) return;
    this.#drop();
    this.#open = undefined;
  }

  /** Without an orderly close, which a silent server would not answer either. */
  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.connection.stream.destroy(new Unanswered());
  }

  /** Each new primary writes its own timeline. */
  #noteTimeline(timeline: number | undefined): void {
    if (timeline === undefined || timeline === this.#timeline) return;
    const { log, metrics } = this.#options;
    metrics.timeline.set(timeline);
    if (this.#timeline !== undefined) log.warn({ timeline, former: this.#timeline }, 'database.primary-changed');
    this.#timeline = timeline;
  }

  /** Logs and counts each change once. */
  #report({ missing, failure }: Answer, silent: boolean): void {
    const { log, metrics } = this.#options;
    this.#said = missing;
    for (const name of missingNames) metrics.notReady.set({ missing: name }, missing.includes(name) ? 1 : 0);
    const said = missing.join();
    if (said === this.#reported || this.#closed) return;
    if (failure !== undefined) log.warn({ err: withState(failure) }, 'database.check-failed');
    this.#reported = said;
    // Whether the database refused or was silent is what an operator on the machine needs to know first.
    if (missing.length > 0) log.warn({ missing, silent }, 'database.not-ready');
    else log.info({}, 'database.ready');
  }
}

/** A query that was abandoned. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** The SQLSTATE of a failed connection. */
  readonly code = '08006';
}

const unansweredCodes = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The database was silent, as opposed to returning an error. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Unanswered ||
  (error instanceof Error &&
    (error.message === 'timeout expired' || ('code' in error && unansweredCodes.has(String(error.code)))));

const isRoleTooStrong = async (client: Client): Promise<boolean> => {
  const find = async <Row>(query: Query<Row>): Promise<Row | undefined> =>
    (await client.query(query.text)).rows[0] as Row | undefined;
  return (await findRoleProblem({ find })) !== undefined;
};
