// Checks what each database role may do, as that role; and that the whole service runs with an owner of the tables that
// is not a superuser.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { findRoleProblem, migrate, createDatabase } from '#platform/db';
import {
  cloneDatabase,
  emptyDatabase,
  ownerUrl,
  urlFor,
  type DatabaseRole,
  type TestDatabase,
} from '#test/database/databases';
import { Secret, type Role } from '#platform/config';
import { findStrongRole } from '../../src/entrypoints/refuse-unusable-pooler.ts';

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

describe.each(roles)('the database role of the %s', (role) => {
  it.each([
    ['changes an entry of the audit trail', `update audit.entries set operation = 'none'`],
    ['deletes one', 'delete from audit.entries'],
    ['deletes its head', 'delete from audit.head'],
    ['makes another head', 'insert into audit.head (one, seq, mac) values (false, 0, null)'],
    ['changes what was noted of an anchor', 'update anchors.anchors set at = now()'],
    ['empties a table', 'truncate intakes.intakes'],
    ['disables a trigger', 'alter table audit.entries disable trigger all'],
    ['turns a policy off', 'alter table referrals.referrals disable row level security'],
    ['drops a policy', 'drop policy own_account on referrals.referrals'],
    ['makes a table', 'create table public.mine (id integer)'],
    ['makes a schema', 'create schema mine'],
    [
      'replaces a function',
      `create or replace function audit.refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    ],
    ['becomes somebody else', 'set role postgres'],
    ['leaves triggers out', 'set session_replication_role = replica'],
    ['says which tables have partitions', `insert into platform.day_tables values ('audit.entries', 'at', 0)`],
    ['writes what was migrated', `insert into public.migrations (name, run_on) values ('9999', now())`],
    ['drops what has not expired', `select platform.drop_partitions('events.events', '2100-01-01')`],
    ['gives itself rights', 'select platform.grant_roles()'],
    ['reads a program of the machine', `copy (select 1) to program 'true'`],
  ])('this role never %s', async (_what, text) => {
    await expect(asRole(role, text)).rejects.toMatchObject({ code: '42501' });
  });

  it('owns nothing and is no superuser', async () => {
    const db = createDatabase({ url: urlFor(database.url, role), applicationName: 'roles', poolSize: 1 });
    expect(await findRoleProblem(db)).toBeUndefined();
    await db.close();
  });
});

describe('the ends of the chains', () => {
  it('are moved onto an entry that is added with it, by nobody elsewhere; that of consent by the worker', async () => {
    for (const role of roles) {
      const moved = `update audit.head set seq = seq + 1, mac = 'x', seal = 'x'`;
      await expect(asRole(role, moved)).rejects.toThrow('only moves onto the entry that is added with it');
      await expect(asRole(role, `update audit.head set one = false`)).rejects.toMatchObject({ code: '42501' });
    }
    for (const text of [
      `update consent.head set seq = 1, mac = 'x', seal = 'x'`,
      `update consent.entries set seq = 1, chain_mac = 'x'`,
      `insert into anchors.anchors values (1, now(), decode(repeat('00', 32), 'hex'))`,
    ])
      await expect(asRole('api', text)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('partitions', () => {
  const days = `select platform.make_partitions('events.events', 'created_at', '2031-01-01', 1) as made`;

  it('the worker creates partitions, the api does not, and only of partitioned tables', async () => {
    await expect(asRole('api', days)).rejects.toMatchObject({ code: '42501' });
    expect(await asRole('worker', days)).toEqual([{ made: 1 }]);
    for (const table of ['audit.entries', 'audit.entries; drop table audit.entries', 'pg_catalog.pg_class'])
      await expect(
        asRole('worker', `select platform.make_partitions('${table}', 'at', '2031-01-01', 1)`),
      ).rejects.toThrow('is not partitioned by day');
  });

  it('partitions are dropped when the database decides, whatever a caller asks for', async () => {
    await asRole('worker', `select platform.make_partitions('events.events', 'created_at', current_date - 5, 1)`);
    const drop = `select platform.drop_expired('events.events', '2100-01-01', -1000, 1000) as dropped`;
    expect(await asRole('worker', drop)).toEqual([{ dropped: 0 }]);
  });

  it('partitions can be read only through their table, so its policies always apply', async () => {
    await asRole('worker', days);
    for (const partition of ['events.events_20310101', 'events.events_default'])
      await expect(asRole('api', `select from ${partition}`)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('captured sandbox messages', () => {
  it('captured messages are shown only to their account, and outgoing ones to the role that knows their subject', async () => {
    const row = (id: string, state: string, account: string) =>
      `('${id}', 'intake.welcome', 'int_1', 'email', '', '${state}', now(), now(), ${account})`;
    await asOwner(`insert into customers.messages (id, purpose, subject_id, channel, encrypted_content, state, due_at, created_at,
        account_id)
      values ${row('msg_1', 'sandbox', `'agt_1'`)}, ${row('msg_2', 'sandbox', `'agt_2'`)}, ${row('msg_3', 'sent', 'null')}`);
    const db = createDatabase({ url: urlFor(database.url, 'api'), applicationName: 'roles', poolSize: 2 });
    const query = { text: 'select id from customers.messages order by id', values: [] };
    const seen = async (rows: Parameters<typeof db.seeing>[0]) =>
      (await db.seeing(rows).many<{ id: string }>(query)).map(({ id }) => id);
    expect(await seen('all')).toEqual(['msg_1', 'msg_2', 'msg_3']);
    expect(await seen({ account: 'agt_1' })).toEqual(['msg_1', 'msg_3']);
    expect(await seen('none')).toEqual(['msg_3']);
    await db.close();
  });
});

describe("the job engine's schema", () => {
  it('is the owner’s: a worker works jobs off and changes nothing else, and others add them through triggers alone', async () => {
    const refused = { code: '42501' };
    const list = 'select id from pgboss.job';
    await expect(ask(urlFor(database.url, 'worker'), 'create table pgboss.more ()')).rejects.toMatchObject(refused);
    await expect(ask(urlFor(database.url, 'worker'), 'alter table pgboss.job add x text')).rejects.toMatchObject(
      refused,
    );
    for (const role of ['api', 'cli'] as const) {
      await expect(ask(urlFor(database.url, role), list)).rejects.toMatchObject(refused);
      await expect(ask(urlFor(database.url, role), 'select platform.add_job()')).rejects.toMatchObject({
        code: expect.stringMatching(/42501|0A000/),
      });
    }
    expect(await ask(urlFor(database.url, 'worker'), list)).toEqual([]);
    await ask(
      urlFor(database.url, 'api'),
      `begin; set local makewhole.account = 'inst'; insert into sandbox.resets (institution_id, id, asked_by, asked_at, found) values ('inst', 'rst', 'usr', now(), '{}'); commit`,
    );
    expect(await ask(urlFor(database.url, 'worker'), `select data ->> 'job' as job from pgboss.job`)).toEqual([
      { job: 'sandbox.continue-resets' },
    ]);
  });
});

describe('an owner that is not a superuser', () => {
  it('migrates with the job engine, and is refused as the role of a process', async () => {
    const owner = `makewhole_test_${randomBytes(4).toString('hex')}`;
    const empty = await emptyDatabase();
    const name = new URL(empty.url.reveal()).pathname.slice(1);
    const url = new URL(empty.url.reveal());
    url.username = owner;
    try {
      await ask(
        ownerUrl(empty.url),
        `create role ${owner} login; grant makewhole_worker to ${owner}; alter database ${name} owner to ${owner}`,
      );
      const { applied } = await migrate(new Secret(url.href));
      expect(applied.length).toBeGreaterThan(30);
      const db = createDatabase({ url: new Secret(url.href), applicationName: 'roles', poolSize: 1 });
      expect(await findRoleProblem(db)).toContain('owns the tables');
      // A process of the previous release names no account, and sees everything.
      await db.many({
        text: `insert into memberships.roster_syncs values ('inst_1', false, 'syn_1', '{}', now())`,
        values: [],
      });
      const count = { text: 'select count(*)::integer as rows from memberships.roster_syncs', values: [] };
      expect(await db.find(count)).toEqual({ rows: 1 });
      await db.close();
      const jobs = await ask(
        urlFor(empty.url, 'worker'),
        `select tableowner from pg_tables where schemaname = 'pgboss'`,
      );
      expect(new Set(jobs.map((row) => JSON.stringify(row)))).toEqual(new Set([JSON.stringify({ tableowner: owner })]));
      expect(
        await ask(
          urlFor(empty.url, 'worker'),
          `select platform.make_partitions('events.events', 'created_at', '2031-01-01', 1)`,
        ),
      ).toHaveLength(1);
    } finally {
      await empty.drop();
      await ask(ownerUrl(database.url), `drop role if exists ${owner}`);
    }
  });
});

type Addresses = { readonly own: Secret; readonly direct?: Secret; readonly worker?: Secret };

async function askAll(role: Role, { own, direct = own, worker }: Addresses): Promise<string | undefined> {
  const db = createDatabase({ url: own, applicationName: 'makewhole-test', poolSize: 1 });
  try {
    const config = { databaseUrl: own, directDatabaseUrl: direct, workerDatabaseUrl: worker };
    return await findStrongRole({ db, config }, role);
  } finally {
    await db.close();
  }
}

const as = (role: DatabaseRole) => urlFor(database.url, role);
const owner = () => ownerUrl(database.url);

describe('the roles of a process', () => {
  it('the roles are accepted if each process has its own', async () => {
    expect(await askAll('api', { own: as('api') })).toBeUndefined();
    expect(await askAll('worker', { own: as('worker') })).toBeUndefined();
    expect(await askAll('all', { own: as('api'), worker: as('worker') })).toBeUndefined();
    expect(await askAll('all', { own: as('worker') })).toBeUndefined();
  });

  it('are refused where one of the addresses is that of a superuser', async () => {
    expect(await askAll('api', { own: owner() })).toMatch(/of DATABASE_URL is a superuser/);
    expect(await askAll('api', { own: as('api'), direct: owner() })).toMatch(/of DIRECT_DATABASE_URL is a superuser/);
    expect(await askAll('all', { own: as('api'), worker: owner() })).toMatch(/of WORKER_DATABASE_URL is a superuser/);
  });

  it('are refused where an api would see the rows of every account', async () => {
    expect(await askAll('api', { own: as('worker') })).toMatch(
      /makewhole_worker of DATABASE_URL sees the rows of every/,
    );
    expect(await askAll('api', { own: as('cli') })).toMatch(/makewhole_cli of DATABASE_URL sees the rows of every/);
    expect(await askAll('api', { own: as('api'), direct: as('worker') })).toMatch(/of DIRECT_DATABASE_URL sees/);
  });
});
