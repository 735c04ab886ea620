// Fills every table with copies of the rows that the service wrote, as history: more customers of the same institutions
// and agents, with closed cases.
import { Client } from 'pg';
import { ownerUrl } from '#test/database/databases';

/**
 * These do not grow with cases, members or events: credentials, settings, queues of due work, tables with one row a
 * day.
 */
const fixed = new RegExp(
  [
    String.raw`^(?:staff|credentials|agent_console|agents|anchors|market|partners|platform|portal|sandbox|status|feature_flags)`,
    String.raw`^(?:test_cards|exposure\.terms_history|memberships\.statement_settings|vehicles\.plate_lookups)`,
    String.raw`^(?:webhooks\.(?!delivery_history|attempts)|events\.(?!events)|documents\.pending_uploads|privacy\.erasure_jobs)`,
  ].join('|'),
);

/** Columns that mark a copy as closed, as SQL: `r` is the row that is copied. */
const over: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'checkout.holds': {
    state: `case when r.state in ('page_open', 'held', 'saved', 'charge_failed') then 'expired' else r.state end`,
    check_at: 'null',
    card_check_at: 'null',
    change: 'null',
    wish: 'null',
    dispute_status: 'null',
    ended_at: `coalesce(r.ended_at, r.created_at) - interval '657 days'`,
  },
  'checkout.refunds': { state: `'done'`, check_at: 'null' },
  'consultations.consultations': {
    closed_at: `coalesce(r.closed_at, r.opened_at) - interval '650 days'`,
    lease_staff_id: 'null',
    lease_until: 'null',
    close_check_at: 'null',
    links_since: 'null',
  },
  'customers.messages': { state: `case when r.state in ('waiting', 'claimed', 'held') then 'sent' else r.state end` },
  'documents.documents': { reviewed_at: 'coalesce(r.reviewed_at, r.created_at)' },
  'events.events': { transaction_id: 'n::text::xid8' },
  'facts.cases': { market_due_at: 'null' },
  'intakes.intakes': { case_closed_at: 'coalesce(r.case_closed_at, r.created_at)' },
  'memberships.redemptions': { status: `'completed'` },
  'referral_files.files': { status: `'applied'`, parts: '0' },
  'referrals.referrals': { status: `case when r.status in ('invited', 'activated') then 'closed' else r.status end` },
  'replies.replies': { read_at: 'coalesce(r.read_at, r.received_at)' },
  'roster_files.files': { status: `'applied'`, parts: '0' },
  'self_service.requests': { done_at: 'coalesce(r.done_at, r.created_at)' },
};

/** Prefixes of ids that do not grow; a copy keeps them. */
const constantPrefixes = ['inst', 'agt', 'stf', 'usr', 'prg'];
const grownId = (column: string): string =>
  `(${column} ~ '^[a-z]{2,5}_[0-9A-Za-z]{16,}$' and split_part(${column}, '_', 1) <> all('{${constantPrefixes.join()}}'))`;

/** The first eight characters of an id are its time: a copy's is 657 days earlier, like all its times. */
const earlierId = (column: string): string => `regexp_replace(${column}, '_..(.{6}).*', '_0U\\1')`;

/** Each customer has their own contacts, vehicle and references. */
const personal = /(?:^|_)(?:email|phone|vin|plate|claim_number|external_ref|number)$/;

type Column = {
  readonly name: string;
  readonly type: string;
  readonly hasIds: boolean;
  readonly isUnique: boolean;
  readonly isOfPartitions: boolean;
};
type Span = { readonly from: number; readonly to: number };

/** Grows each table from one number of rows to another; the first time from 0. Only for a disposable database. */
export async function growTables(databaseUrl: string, span: Span): Promise<void> {
  const client = new Client({ connectionString: ownerUrl(databaseUrl).reveal() });
  await client.connect();
  // Disables references and triggers: a copied row belongs to copies of the rows that the original belongs to.
  await client.query('set session_replication_role = replica; create schema if not exists growth');
  for (const table of await listTables(client)) {
    if (span.from === 0) await prepareTable(client, table);
    await copyRows(client, table, span);
  }
  await client.query('vacuum analyze');
  await client.end();
}

const originalOf = (table: string): string => `growth."${table}"`;

async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not like 'pg\\_%'
       and n.nspname not in ('information_schema', 'pgboss', 'growth', 'public') order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !fixed.test(name));
}

async function prepareTable(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(conname) as name from pg_constraint where conrelid = $1::regclass and contype = 'c' and conislocal`,
    [table],
  );
  for (const { name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(`create table ${originalOf(table)} as table ${table}`);
}

async function copyRows(client: Client, table: string, { from, to }: Span): Promise<void> {
  const { rows } = await client.query<{ own: number }>(`select count(*)::int as own from ${originalOf(table)}`);
  const own = rows[0]?.own ?? 0;
  if (own === 0) return;
  const columns = await listColumns(client, table);
  const values = columns.map((column) => over[table]?.[column.name] ?? copyOf(column));
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) overriding system value
     select ${values.join(', ')} from ${originalOf(table)} r cross join generate_series($1::bigint, $2::bigint) as n
     on conflict do nothing`,
    [Math.ceil(from / own) + 1, Math.ceil(to / own)],
  );
}

async function listColumns(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Omit<Column, 'hasIds'>>(
    `select quote_ident(a.attname) as name, format_type(a.atttypid, null) as type, exists (
         select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as "isUnique",
       exists (select from pg_partitioned_table p where p.partrelid = a.attrelid) as "isOfPartitions"
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
    [table],
  );
  const columns: Column[] = [];
  for (const column of rows) {
    const anyId = `select exists (select from ${originalOf(table)} r where ${grownId(`r.${column.name}`)}) as found`;
    const hasIds = column.type === 'text' && (await client.query<{ found: boolean }>(anyId)).rows[0]?.found === true;
    columns.push({ ...column, hasIds });
  }
  // One column that differs is enough for a unique index.
  return columns.some(({ hasIds, isUnique }) => hasIds && isUnique)
    ? columns.map((column) => ({ ...column, isUnique: false }))
    : columns;
}

/** An HMAC, the version of the key and its id. */
const fingerprintLength = 37;

/** The value for copy `n`. An id has the same copy in every table. */
function copyOf({ name, type, hasIds, isUnique, isOfPartitions }: Column): string {
  const own = `r.${name}`;
  // A fingerprint ends with its key, which a copy keeps.
  const hash = (value: string) =>
    `decode(md5(${value}::text || n) || md5(n || ${value}::text), 'hex') || substr(${value}, 33)`;
  if (hasIds) return `case when ${grownId(own)} then ${earlierId(own)} || left(md5(${own} || n), 16) else ${own} end`;
  if (type === 'bytea')
    return `case when length(${own}) in (16, 32, ${fingerprintLength}) then ${hash(own)} else ${own} end`;
  if (type === 'bytea[]') return `coalesce((select array_agg(${hash('h')}) from unnest(${own}) as h), '{}')`;
  if (type === 'timestamp with time zone' && isOfPartitions)
    return `case when ${own} is not null then date_trunc('day', now()) - (1 + n % 25) * interval '1 day' + n * interval '10 ms' end`;
  if (type === 'timestamp with time zone') return `${own} - interval '657 days' - n * interval '10 ms'`;
  if (type === 'text' && (isUnique || personal.test(name))) return `${own} || '-' || n`;
  if (!isUnique) return own;
  if (type === 'uuid') return `md5(${own}::text || n)::uuid`;
  if (type === 'bigint') return `${own} + n * 1000003`;
  if (type === 'integer') return `${own} + (n * 1003)::integer`;
  return type === 'date' ? `${own} - n::integer` : own;
}
