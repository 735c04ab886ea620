// Two hundred accounts share eight connections: whatever happens on one of them, its next user sees only its own rows.
import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, prepared, type Database, type Query } from '#platform/db';
import { Secret } from '#platform/config';
import { cloneDatabase, urlFor, type TestDatabase } from '#test/database/databases';
import { freePort } from '#test/processes/processes';
import { isNightly, runs } from '#test/runs';
import { until } from '#test/until';

const accounts = Array.from({ length: 200 }, (_, place) => `inst_${String(place).padStart(24, '0')}`);
/** Queries that ask for everyone's rows: nightly a million for each kind of connection. */
const queries = Number(process.env['TENANCY_QUERIES'] ?? runs({ always: 6_000, nightly: 1_000_000 }));

let database: TestDatabase;
let poolerUrl: string;
let stopPooler: () => Promise<void>;

beforeAll(async () => {
  database = await cloneDatabase();
  const owner = createDatabase({ url: database.url, applicationName: 'owner', poolSize: 1 });
  await owner.many({
    text: `insert into memberships.roster_syncs (institution_id, livemode, id, totals, created_at)
      select account, false, 'syn_1', '{}', now() from unnest($1::text[]) as account`,
    values: [accounts],
  });
  await owner.close();
  ({ url: poolerUrl, stop: stopPooler } = await startPgbouncer(database.url.reveal()));
});
afterAll(async () => {
  await stopPooler();
  await database.drop();
});

/** PgBouncer in transaction mode, as the api role. Debian's version tracks no statements, so none has a name here. */
async function startPgbouncer(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { hostname, port, pathname } = new URL(url);
  const directory = await mkdtemp(join(tmpdir(), 'makewhole-pgbouncer-'));
  const listen = await freePort();
  const target = `host=${hostname} port=${port || 5432} dbname=${pathname.slice(1)} user=makewhole_api`;
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]\npooled = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listen}\nauth_type = any
pool_mode = transaction\ndefault_pool_size = 8\nunix_socket_dir =\n`,
  );
  // It does not run as root.
  const nobody = 65_534;
  for (const path of [directory, file]) await chown(path, nobody, nobody);
  const child = spawn('/usr/sbin/pgbouncer', ['-q', file], { uid: nobody, gid: nobody, stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await until('the pooler to listen', () => isListening(listen));
  return {
    url: `postgres://makewhole_api@127.0.0.1:${listen}/pooled`,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

type Row = { readonly account: string };
const everyText = 'select institution_id as account from memberships.roster_syncs';
/** The query does not name an account. */
const everyRow: Query<Row> = { text: everyText, values: [] };
/**
 * The same by name: planned once per connection, for the first caller, and then used by all; only without PgBouncer.
 */
const everyRowByName = prepared<[], Row>('tenancy.every-row', everyText);
const failing: Query<Row> = { text: `${everyText} where 1 / (random() * 0)::int = 1`, values: [] };
/** Rows visible without naming an account, and settings that the previous user left behind. */
const leftText = `select nullif(current_setting('makewhole.account', true), '') as account,
  (select count(*)::integer from memberships.roster_syncs) as rows`;
const left: Query<{ account: string | null; rows: number }> = { text: leftText, values: [] };
const leftByName = prepared<[], { account: string | null; rows: number }>('tenancy.left', leftText);

const given = new Error('given up');
const isDivision = (error: unknown) => error instanceof Error && error.message === 'division by zero';
/** Without `expect`, which costs more than the statements. */
const fails = (work: Promise<unknown>, isExpected: (error: unknown) => boolean): Promise<boolean> =>
  work.then(() => false, isExpected);

/** The account, and its named statement if there is one. */
type Use = { readonly db: Database; readonly account: string; readonly byName: Query<Row> };
type Seen = { readonly rows: readonly Row[]; readonly asked: number };

/** What may happen on a connection between two users; each returns what it saw, by how many statements. */
const uses: readonly ((use: Use) => Promise<Seen>)[] = [
  async ({ db, account }) => ({ rows: await db.seeing({ account }).many(everyRow), asked: 1 }),
  async ({ db, account, byName }) => ({ rows: await db.seeing({ account }).many(byName), asked: 1 }),
  async ({ db, account }) => ({
    rows: await db.seeing({ account }).inTransaction((tx) => tx.many(everyRow)),
    asked: 1,
  }),
  async ({ db, account, byName }) => {
    const own = db.seeing({ account });
    // Sent together, on one connection, in one transaction.
    const [one, other] = await own.inTransaction((tx) => Promise.all([tx.many(byName), tx.many(everyRow)]));
    return { rows: one.length === 1 && one[0]?.account === account ? other : [], asked: 2 };
  },
  async ({ db, account }) => {
    const own = db.seeing({ account });
    const failed = await fails(own.many(failing), isDivision);
    return { rows: failed ? await own.many(everyRow) : [], asked: 2 };
  },
  async ({ db, account, byName }) => {
    const own = db.seeing({ account });
    const work = own.inTransaction(async (tx) => {
      await tx.many(byName);
      throw given;
    });
    const failed = await fails(work, (error) => error === given);
    return { rows: failed ? await own.many(everyRow) : [], asked: 2 };
  },
];

describe.each(['directly', 'through PgBouncer in transaction mode'])(
  '200 accounts sharing 8 connections, %s',
  (how) => {
    it('see their own rows each time, and nobody who said nothing sees any', async () => {
      const pooled = how !== 'directly';
      const url = pooled ? new Secret(poolerUrl) : urlFor(database.url, 'api');
      const db = createDatabase({ url, pooled, applicationName: 'tenancy', poolSize: 8 });
      const byName = pooled ? everyRow : everyRowByName();
      let [turns, asked, wrong] = [0, 0, 0];
      const askOnAndOn = async () => {
        while (asked < queries) {
          const number = (turns += 1);
          const account = accounts[Math.floor(Math.random() * accounts.length)] ?? '';
          const seen = await uses[number % uses.length]?.({ db, account, byName });
          if (seen?.rows.length !== 1 || seen.rows[0]?.account !== account) wrong += 1;
          // The next user of some connection, who names no account.
          const next = await db.find(pooled || number % 2 === 0 ? left : leftByName());
          if (next?.rows !== 0 || next.account !== null) wrong += 1;
          if (number % 100 === 0 && (await db.seeing('all').many(everyRow)).length !== accounts.length) wrong += 1;
          asked += (seen?.asked ?? 0) + 1;
        }
      };
      const startedAt = performance.now();
      try {
        await Promise.all(Array.from({ length: 32 }, askOnAndOn));
      } finally {
        await db.close();
      }
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      if (isNightly) process.stdout.write(`${JSON.stringify({ tenancy: how, asked, turns, wrong, seconds })}\n`);
      expect(wrong).toBe(0);
      expect(asked).toBeGreaterThanOrEqual(queries);
    }, 3_600_000);
  },
);
