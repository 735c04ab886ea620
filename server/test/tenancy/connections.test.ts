// Two hundred accounts share eight connections: whatever happens on one of them, the next user sees its own rows only.
import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database, type Query } from '#platform/db';
import { Secret } from '#platform/config';
import { cloneDatabase, urlFor, type TestDatabase } from '#test/database/databases';
import { freePort } from '#test/processes/processes';
import { runs } from '#test/runs';
import { until } from '#test/until';

const accounts = Array.from({ length: 200 }, (_, place) => `inst_${String(place).padStart(24, '0')}`);
const queries = runs({ always: 3_000, nightly: 1_000_000 });

let database: TestDatabase;
let poolerUrl: string;
let stopPooler: () => Promise<void>;

beforeAll(async () => {
  database = await cloneDatabase();
  const owner = createDatabase({ url: database.url, applicationName: 'owner', poolSize: 1 });
  await owner.many({
    text: `insert into plans.roster_syncs (institution_id, livemode, id, totals, created_at)
      select account, false, 'syn_' || n, '{}', now() from unnest($1::text[]) as account, generate_series(1, 3) as n`,
    values: [accounts],
  });
  await owner.close();
  ({ url: poolerUrl, stop: stopPooler } = await startPgbouncer(database.url.reveal()));
});
afterAll(async () => {
  await stopPooler();
  await database.drop();
});

/** PgBouncer in transaction mode, as the role of the api. Debian's tracks no statements, so that here none has a name. */
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
/** Nothing in it says whose rows are wanted. */
const everyRow: Query<Row> = {
  text: 'select institution_id as account from plans.roster_syncs',
  values: [],
};
const failing: Query<Row> = {
  text: `select institution_id as account from plans.roster_syncs where 1 / (random() * 0)::int = 1`,
  values: [],
};
const setting: Query<{ account: string | null }> = {
  text: `select nullif(current_setting('makewhole.account', true), '') as account`,
  values: [],
};

/** What may happen on a connection between two users of it; each returns what it saw. */
const uses: readonly ((db: Database, account: string) => Promise<readonly Row[]>)[] = [
  (db, account) => db.seeing({ account }).many(everyRow),
  (db, account) => db.seeing({ account }).inTransaction((tx) => tx.many(everyRow)),
  async (db, account) => {
    const own = db.seeing({ account });
    await expect(own.many(failing)).rejects.toThrow('division by zero');
    return own.many(everyRow);
  },
  async (db, account) => {
    const own = db.seeing({ account });
    const given = new Error('given up');
    const work = own.inTransaction(async (tx) => {
      await tx.many(everyRow);
      throw given;
    });
    await expect(work).rejects.toBe(given);
    return own.many(everyRow);
  },
];

describe.each(['directly', 'through PgBouncer in transaction mode'])('200 accounts over 8 connections, %s', (how) => {
  it('see their own rows each time, and nobody who said nothing sees any', async () => {
    const pooled = how !== 'directly';
    const url = pooled ? new Secret(poolerUrl) : urlFor(database.url, 'api');
    const db = createDatabase({ url, pooled, applicationName: 'tenancy', poolSize: 8 });
    let [asked, wrong] = [0, 0];
    const askOnAndOn = async () => {
      while (asked < queries) {
        const number = (asked += 1);
        const account = accounts[Math.floor(Math.random() * accounts.length)] ?? '';
        const seen = (await uses[number % uses.length]?.(db, account)) ?? [];
        if (seen.length !== 3 || seen.some((row) => row.account !== account)) wrong += 1;
        // The next user of some connection, who says nothing.
        if ((await db.many(everyRow)).length > 0 || (await db.find(setting))?.account !== null) wrong += 1;
        if (number % 100 === 0 && (await db.seeing('all').many(everyRow)).length !== 600) wrong += 1;
      }
    };
    try {
      await Promise.all(Array.from({ length: 32 }, askOnAndOn));
    } finally {
      await db.close();
    }
    expect(wrong).toBe(0);
    expect(asked).toBeGreaterThanOrEqual(queries);
  }, 3_600_000);
});
