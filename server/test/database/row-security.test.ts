// Which rows the database's policies show to each role, and what roles.sql lets each role see of the server.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { createDatabase } from '#platform/db';
import type { Secret } from '#platform/config';
import { cloneDatabase, ownerUrl, urlFor, type DatabaseRole, type TestDatabase } from '#test/database/databases';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

async function ask(url: Secret, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url.reveal() });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const asRole = (role: DatabaseRole, text: string) => ask(urlFor(database.url, role), text);
const asOwner = (text: string) => ask(ownerUrl(database.url), text) as Promise<Record<string, string>[]>;
const roles = ['api', 'worker', 'cli'] as const;

/** Tables that name an account but have no policy, with the reason. */
const withoutPolicy: Readonly<Record<string, string>> = {};

/**
 * Policies that show the api more than the rows of the account it acts for (`own_account`), or of every account for
 * staff and links (`every_account`); with the reason.
 */
const widerPolicies: Readonly<Record<string, string>> = {
  'audit.entries added': 'adds an entry and shows none: people who are not signed in leave entries too',
  'events.long_writers ended':
    'whoever registers a writer or begins an era removes those that have ended, of every account',
  'events.long_writers every_writer': 'whoever lists events must know which open transactions write for other accounts',
  'portal.pairings no_account': 'the command line that asks is known by its secret alone',
  'portal.sessions no_account': 'a session is found by its cookie before an institution is chosen',
  'portal.sign_ups no_account': 'a sign-up is found by its mailed link and has no institution before it is used',
};

describe('every table with account data', () => {
  it('has its policies on, for its owner too, and none that shows more than is listed here', async () => {
    const rows = await asOwner(`select format('%s.%s', n.nspname, c.relname) as name,
        (c.relrowsecurity and c.relforcerowsecurity)::text as forced,
        (select string_agg(p.polname, ',') from pg_policy p where p.polrelid = c.oid
          and p.polname not in ('own_account', 'every_account', 'owner', 'service')) as others,
        exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_account') as own
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname in ('institution_id', 'account_id', 'endpoint_id') and not a.attisdropped)
      order by 1`);
    expect(rows.length).toBeGreaterThan(40);
    const open = rows.filter(({ forced, own }) => forced !== 'true' || String(own) !== 'true').map(({ name }) => name);
    expect(open).toEqual(Object.keys(withoutPolicy));
    const wider = rows.flatMap(({ name, others }) =>
      (others ?? '')
        .split(',')
        .filter(Boolean)
        .map((one) => `${name} ${one}`),
    );
    expect(wider.toSorted()).toEqual(Object.keys(widerPolicies).toSorted());
  });

  it('a session acting for one institution sees and writes no session, sign-up or pairing of another', async () => {
    const h = '2026-11-01T00:00:00Z';
    await asOwner(
      `insert into credentials.principals (id, status, livemode, created_at) values ('inst_a', 'active', true, now()), ('inst_b', 'active', true, now())`,
    );
    await asOwner(
      `insert into partners.institutions (id, name, created_at) values ('inst_a', 'Synthetic A', now()), ('inst_b', 'Synthetic B', now())`,
    );
    await asOwner(
      `insert into portal.users (id, email, name, created_at) values ('usr_a', 'a@example.com', 'Synthetic', '${h}')`,
    );
    await asOwner(`insert into portal.sessions (id, token_hash, user_id, method, institution_id, created_at, last_seen_at, expires_at)
      values ('pse_a', 'a', 'usr_a', 'oidc', 'inst_a', '${h}', '${h}', '${h}'), ('pse_own', 'b', 'usr_a', 'password', null, '${h}', '${h}', '${h}')`);
    await asOwner(`insert into portal.sign_ups (id, token_hash, email, name, institution_name, purpose, encrypted_totp, created_at,
        expires_at, used_at, user_id, institution_id)
      values ('sup_a', 'a', 'a@example.com', 'Synthetic', 'Synthetic A', 'synthetic', 'x', '${h}', '${h}', '${h}', 'usr_a', 'inst_a'),
        ('sup_open', 'b', 'b@example.com', 'Synthetic', 'Synthetic', 'synthetic', 'x', '${h}', '${h}', null, null, null)`);
    await asOwner(`insert into portal.pairings (id, code_hash, challenge, client, address, created_at, expires_at, decided_at, user_id,
        session_id, institution_id)
      values ('pai_a', 'a', decode(repeat('0a', 32), 'hex'), 'cli', '127.0.0.1', '${h}', '${h}', '${h}', 'usr_a', 'pse_own', 'inst_a'),
        ('pai_open', 'b', decode(repeat('0b', 32), 'hex'), 'cli', '127.0.0.1', '${h}', '${h}', null, null, null, null)`);
    await asOwner(`insert into events.long_writers (transaction_id, account_id) values ('3', 'inst_a')`);
    const db = createDatabase({ url: urlFor(database.url, 'api'), applicationName: 'roles', poolSize: 2 });
    const seen = async (rows: Parameters<typeof db.seeing>[0]) =>
      (
        await db.seeing(rows).many<{ id: string }>({
          text: `select id from portal.sessions union all select id from portal.sign_ups union all select id from portal.pairings order by 1`,
          values: [],
        })
      ).map(({ id }) => id);
    const every = ['pai_a', 'pai_open', 'pse_a', 'pse_own', 'sup_a', 'sup_open'];
    expect(await seen({ account: 'inst_a' })).toEqual(['pai_a', 'pai_open', 'pse_a', 'pse_own', 'sup_a']);
    expect(await seen({ account: 'inst_b' })).toEqual(['pai_open', 'pse_own']);
    expect([await seen('none'), await seen('all')]).toEqual([every, every]);
    const change = (text: string) => db.seeing({ account: 'inst_b' }).many({ text, values: [] });
    for (const table of ['portal.sessions', 'portal.sign_ups', 'portal.pairings'])
      expect(
        await change(`update ${table} set expires_at = expires_at where institution_id = 'inst_a' returning id`),
      ).toEqual([]);
    expect(await change('select account_id from events.long_writers')).toEqual([{ account_id: 'inst_a' }]);
    for (const text of [
      `insert into events.long_writers values ('4', 'inst_a')`,
      `update portal.pairings set decided_at = now(), user_id = 'usr_a', session_id = 'pse_own', institution_id = 'inst_a' where id = 'pai_open'`,
      `update portal.sessions set institution_id = 'inst_a' where id = 'pse_own'`,
    ])
      await expect(change(text)).rejects.toMatchObject({ code: '42501' });
    await db.close();
  });

  it('the api sees no rows until it names the account it acts for', async () => {
    await asOwner(`insert into memberships.roster_syncs (institution_id, livemode, id, totals, created_at)
      values ('inst_1', false, 'syn_1', '{}', now()), ('inst_2', false, 'syn_2', '{}', now())`);
    const count = 'select count(*)::integer as rows from memberships.roster_syncs';
    expect(await asRole('api', count)).toEqual([{ rows: 0 }]);
    expect(await asRole('worker', count)).toEqual([{ rows: 2 }]);
    const db = createDatabase({ url: urlFor(database.url, 'api'), applicationName: 'roles', poolSize: 2 });
    const query = { text: count, values: [] };
    const counts = [db.seeing('all'), db.seeing({ account: 'inst_1' }), db.seeing({ account: 'inst_none' })];
    expect(await Promise.all(counts.map((one) => one.find(query)))).toEqual([{ rows: 2 }, { rows: 1 }, { rows: 0 }]);
    const others = `insert into memberships.roster_syncs (institution_id, livemode, id, totals, created_at) values ('inst_2', false, 'x', '{}', now())`;
    await expect(db.seeing({ account: 'inst_1' }).many({ text: others, values: [] })).rejects.toMatchObject({
      code: '42501',
    });
    expect(() => db.seeing({ account: `x'; reset role; --` })).toThrow('no id of an account');
    await db.close();
  });
});

/** Connects as a login with this name, or as the administrator, to the database `of`. */
async function connectAs(name: string, of: TestDatabase): Promise<Client> {
  const url = new URL(of.url.reveal());
  url.username = name;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return client;
}

describe('deploy/postgres/roles.sql', () => {
  // Under different names: roles belong to the whole server, and other tests use the service's roles.
  const prefix = `makewhole_test_${randomBytes(4).toString('hex')}`;
  const names = ['migrate', 'api', 'worker', 'cli'].map((name) => `${prefix}_${name}`);
  beforeAll(() => {
    const file = readFileSync(new URL('../../../deploy/postgres/roles.sql', import.meta.url), 'utf8');
    const input = file.replaceAll('makewhole_', `${prefix}_`);
    execFileSync('psql', ['-q', '-X', '-d', ownerUrl(database.url).reveal()], { input });
  });
  afterAll(() => asOwner(names.map((name) => `drop owned by ${name}; drop role ${name}`).join(';')));

  it('the worker role sees what other sessions run; the api and cli roles do not', async () => {
    const other = await connectAs(new URL(ownerUrl(database.url).reveal()).username, database);
    try {
      await other.query(`select 'synthetic statement of another session'`);
      const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
      const seen = async (name: string) => {
        const client = await connectAs(`${prefix}_${name}`, database);
        try {
          return (await client.query('select query from pg_stat_activity where pid = $1', [rows[0]?.pid])).rows[0]
            .query;
        } finally {
          await client.end();
        }
      };
      expect([await seen('api'), await seen('cli')]).toEqual(['<insufficient privilege>', '<insufficient privilege>']);
      expect(await seen('worker')).toContain('pg_backend_pid');
    } finally {
      await other.end();
    }
  });

  it("the roles do not JIT-compile plans, whatever the server's default is", async () => {
    for (const role of ['api', 'worker', 'cli']) {
      const client = await connectAs(`${prefix}_${role}`, database);
      try {
        expect((await client.query('show jit')).rows).toEqual([{ jit: 'off' }]);
      } finally {
        await client.end();
      }
    }
  });

  it('the api role, and no role that was not named, can read whether commits wait for a standby', async () => {
    const call = 'select status.commits_wait() as waits';
    for (const role of roles) expect(await asRole(role, call)).toEqual([{ waits: false }]);
    const client = await connectAs(`${prefix}_api`, database);
    try {
      await expect(client.query(call)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });
});
