// Hot tables filled to a size with copies of what the service wrote, so that each row is as large as a real one.
import { withClient } from '#bench/service/cluster';
import { copyRows } from '#bench/service/copy-rows';

/** What differs in a copy. The same id has the same copy in every table, so that rows that belong together still do. */
const copyOfId = (column: string) => `left(r.${column}, 4) || left(md5(r.${column} || n), 24)`;
const copyOfHash = (column: string) => `decode(md5(r.${column}::text || n) || md5(n || r.${column}::text), 'hex')`;

/** Nothing that is searched for is a part of it. */
const copyOfEmail = `md5(r.email || n) || '@example.com'`;

type HotTable = {
  readonly table: string;
  readonly ids: readonly string[];
  readonly hashes?: readonly string[];
  readonly others?: Readonly<Record<string, string>>;
  /** Which of the service's own rows are copied; default: all. */
  readonly where?: string;
};

const hotTables: readonly HotTable[] = [
  {
    table: 'intakes.intakes',
    ids: ['id', 'consultation_id'],
    hashes: ['link_hash'],
    others: { email: copyOfEmail, customer: `jsonb_set(r.customer, '{email}', to_jsonb(${copyOfEmail}))` },
  },
  { table: 'access.poll_tokens', ids: ['intake_id'], hashes: ['token_hash'] },
  {
    table: 'consultations.consultations',
    ids: ['id', 'source_id'],
    hashes: ['email_hash'],
    others: { number: `r.number || '-' || n` },
  },
  { table: 'consent.entries', ids: ['id', 'subject_id'], others: { contact_hashes: "'{}'" } },
  { table: 'customers.discounts', ids: ['discount_id'], hashes: ['contact_hash'] },
  { table: 'customers.messages', ids: ['id', 'subject_id'] },
  { table: 'events.events', ids: ['id', 'subject_id'] },
  {
    table: 'webhooks.finished_deliveries',
    ids: ['id', 'event_id'],
    // A list is read from the end of an index by time; with one time for all it would be sorted.
    others: { created_at: `r.created_at - n * interval '10 ms'` },
  },
  {
    // Of the sandbox, which no statement bills.
    table: 'plans.enrollments',
    ids: [],
    others: {
      livemode: 'false',
      id: `'enr_' || left(md5(r.institution_id || r.id || n), 24)`,
      external_ref: `r.external_ref || '-' || n`,
      vin: `'3G' || lpad((n::bigint * 1000 + right(r.id, 3)::integer)::text, 15, '0')`,
    },
    where: 'r.livemode',
  },
];

const sourceOf = (table: string): string => `growth.${table.replace('.', '_')}`;

/** Remembers the rows that the service wrote; returns when all of them can be copied. */
export async function rememberRows(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('create schema growth');
    for (const { table, where = 'true' } of hotTables)
      await client.query(`create table ${sourceOf(table)} as select * from ${table} r where ${where}`);
  });
}

/** Adds to every hot table what it lacks; `from` is the size it was grown to before. */
export async function growTables(databaseUrl: string, from: number, to: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('set synchronous_commit = off');
    for (const { table, ids, hashes = [], others = {} } of hotTables) {
      const source = sourceOf(table);
      const { rows } = await client.query<{ own: number }>(`select count(*)::integer as own from ${source}`);
      const own = rows[0]?.own ?? 0;
      if (own === 0) throw new Error(`the service wrote nothing to ${table}`);
      const first = Math.ceil(from / own) + 1;
      await copyRows(client, {
        table,
        from: source,
        first,
        copies: Math.ceil(to / own) + 1 - first,
        changes: {
          ...Object.fromEntries(ids.map((column) => [column, copyOfId(column)])),
          ...Object.fromEntries(hashes.map((column) => [column, copyOfHash(column)])),
          ...others,
        },
      });
      await client.query(`vacuum analyze ${table}`);
    }
    await client.query('checkpoint');
  });
}
