// Synthetic rows of every kind that is encrypted, under the key that is about to be retired. They are bound to their rows as
// real ones are, and finished or far away, so that no worker takes them for work.
import { randomBytes } from 'node:crypto';
import type { Ctx } from '@makewhole/server/src/context.ts';
import { encryptedColumns, type Row } from '@makewhole/server/src/app/keys/keyed-columns.ts';
import { recordConsent } from '@makewhole/server/src/modules/consent/index.ts';
import { transact } from '@makewhole/server/src/platform/db/index.ts';
import { withClient } from '#bench/service/cluster';

type Column = { name: string; type: string; needed: boolean; unique: boolean };

const far = '2100-01-01T00:00:00Z';
const past = '2020-01-01T00:00:00Z';

/** What keeps workers away from a table's rows. */
const finished: Readonly<Record<string, Row>> = {
  'customers.messages': { state: 'sent', finished_at: past, channel: 'email', allowance: 'at_once' },
  'vehicles.plate_lookups': { due_at: far },
  'consultations.consultations': { closed_at: past, test: true },
  'intakes.intakes': { status: 'expired', expires_at: past, livemode: true },
  'platform.idempotency': { expires_at: far },
  'replies.replies': { received_at: far },
  'referrals.referrals': {
    vehicle: { vin: 'synthetic' },
    claim: { claim_number: 'synthetic', initial_offer_cents: 1 },
    status: 'closed',
    closed_at: past,
  },
  'webhooks.endpoints': { enabled: false },
  'checkout.checkouts': { closed_at: past, expires_at: past },
};

const rowsPerInsert = 1000;

/** `each` rows in every table with an encrypted column but the ledger, which has `each` real entries. */
export async function fillTables(ctx: Ctx, databaseUrl: string, each: number): Promise<void> {
  const tables = [...new Set(encryptedColumns.map(({ table }) => table))].filter(
    (table) => table !== 'consent.entries',
  );
  await withClient(databaseUrl, async (client) => {
    // Neither keys to other tables nor rules about words matter here; both are put back with the session.
    await client.query('set session_replication_role = replica');
    for (const table of tables) {
      const { rows: checks } = await client.query<{ conname: string }>(
        "select conname from pg_constraint where conrelid = $1::regclass and contype = 'c'",
        [table],
      );
      for (const { conname } of checks) await client.query(`alter table ${table} drop constraint ${conname}`);
      const { rows: columns } = await client.query<Column>(
        `select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull and not a.atthasdef as needed,
           exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as unique
         from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
           and a.attidentity = ''`,
        [table],
      );
      for (let done = 0; done < each; done += rowsPerInsert) {
        const rows = Array.from({ length: Math.min(rowsPerInsert, each - done) }, (_, index) =>
          makeRow(ctx, { table, columns }, done + index),
        );
        const names = Object.keys(rows[0] ?? {});
        await client.query(
          `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from json_populate_recordset(null::${table}, $1)`,
          [JSON.stringify(rows)],
        );
      }
    }
  });
  await fillLedger(ctx, each);
}

const toText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

type Filled = { readonly table: string; readonly columns: readonly Column[] };

function makeRow({ vault }: Ctx, { table, columns }: Filled, index: number): Row {
  const own = encryptedColumns.filter((one) => one.table === table);
  const given = finished[table] ?? {};
  const row: Record<string, unknown> = {};
  for (const { name, type, needed, unique } of columns)
    if (Object.hasOwn(given, name)) row[name] = given[name];
    else if (needed || (unique && type === 'text')) row[name] = dummy(type, index);
  for (const { column, aad, hash } of own) {
    const token = `token-${table}-${index}`;
    row[column] = toText(vault.encrypt(token, aad(row)));
    if (hash !== undefined) row[hash] = toText(vault.fingerprint(token, 'token'));
  }
  return row;
}

function dummy(type: string, index: number): unknown {
  if (type === 'bytea') return toText(randomBytes(32));
  if (type === 'boolean') return true;
  if (type.startsWith('timestamp')) return past;
  if (type === 'date') return '2020-01-01';
  if (type === 'jsonb' || type === 'json') return {};
  if (type.endsWith('[]')) return '{}';
  if (/int|numeric|double/.test(type)) return 1000 + index;
  return `synthetic-${String(index).padStart(8, '0')}`;
}

async function fillLedger(ctx: Ctx, each: number): Promise<void> {
  for (let done = 0; done < each; done += 500)
    await transact(ctx, async (tx) => {
      const entries = Array.from({ length: Math.min(500, each - done) }, (_, index) => ({
        kind: 'attested' as const,
        contacts: { email: `ledger-${done + index}@example.com`, phone: undefined },
        details: { synthetic: true },
      }));
      recordConsent(tx, ...entries);
    });
}

/**
 * Addresses that must never be written to. Of half of them nothing but their fingerprints is stored; the others stand in an intake
 * too.
 */
export async function fillDoNotContact(ctx: Ctx, databaseUrl: string, count: number): Promise<void> {
  const hashes = [...namesOf('never', count), ...namesOf('known', count)].map((name) => ctx.vault.fingerprint(name));
  await ctx.db.many({
    text: `insert into customers.do_not_contact (contact_hash, source, created_at)
     select hash, 'staff', now() from unnest($1::bytea[]) as hash`,
    values: [hashes],
  });
  await withClient(databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `update intakes.intakes i set email = 'known-' || n.row || '@example.com'
       from (select id, row_number() over (order by id) - 1 as row from intakes.intakes) n where n.id = i.id and n.row < $1`,
      [count],
    );
  });
}

type Listed = 'never' | 'known';

export const doNotContactEmail = (index: number): string => emailOf('never', index);
const emailOf = (kind: Listed, index: number): string => `${kind}-${index}@example.com`;
const namesOf = (kind: Listed, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `person/email/${emailOf(kind, index)}`);

/** How many of them are no longer found under the keys of this ring. */
export async function countLost(
  { db, vault }: Pick<Ctx, 'db' | 'vault'>,
  kind: Listed,
  count: number,
): Promise<number> {
  const names = namesOf(kind, count).map((name) => vault.fingerprints(name));
  const rows = await db.many<{ contact_hash: Buffer }>({
    text: 'select contact_hash from customers.do_not_contact',
    values: [],
  });
  const stored = new Set(rows.map(({ contact_hash: hash }) => hash.toString('hex')));
  return names.filter((hashes) => !hashes.some((hash) => stored.has(hash.toString('hex')))).length;
}
