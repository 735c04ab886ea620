// How an institution is moved from one cell to another while its requests are held: every row that names it, in one snapshot,
// under the ids and the places of the log that it has.
import type { Client } from 'pg';
import { withClient } from '#bench/service/cluster';

type Move = { readonly from: string; readonly to: string; readonly institutionId: string };

export type Moved = { readonly rows: number; readonly tables: number };

/** Tables that name an institution, and by which column. */
const owned = `
  select c.oid::regclass::text as name, a.attname as owner
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('institution_id', 'account_id') and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)'
  union all values ('partners.institutions', 'id'), ('access.principals', 'id') order by 1`;

/**
 * The cell that takes it in begins an era first: what it writes for the institution comes after every place that the
 * institution has seen elsewhere, and its cursors stay valid.
 */
export async function moveInstitution({ from, to, institutionId }: Move): Promise<Moved> {
  return withClient(from, (source) =>
    withClient(to, async (target) => {
      await source.query('begin isolation level repeatable read read only');
      await target.query('begin');
      // Rows come as they are; what refers to what was checked where they were written.
      await target.query('set local session_replication_role = replica');
      await beginEra(source, target);
      const { rows: tables } = await source.query<{ name: string; owner: string }>(owned);
      let rows = 0;
      for (const { name, owner } of tables) rows += await copyRows({ source, target }, { name, owner, institutionId });
      await target.query('commit');
      await source.query('commit');
      return { rows, tables: tables.length };
    }),
  );
}

async function beginEra(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query('select era, history, began_at from events.eras');
  await target.query('lock table events.events, events.eras in share row exclusive mode');
  await target.query(
    `insert into events.eras (era, history, began_at)
     select era, history, began_at from jsonb_populate_recordset(null::events.eras, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
  await target.query('select events.begin_era(events.history(), false)');
}

type Owned = { readonly name: string; readonly owner: string; readonly institutionId: string };

async function copyRows(
  { source, target }: { readonly source: Client; readonly target: Client },
  { name, owner, institutionId }: Owned,
): Promise<number> {
  const { rows: columns } = await target.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  );
  const names = columns.map((column) => column.name).join(', ');
  const { rows } = await source.query<{ row: string }>(
    `select to_jsonb(t)::text as row from ${name} t where ${owner} = $1`,
    [institutionId],
  );
  if (rows.length === 0) return 0;
  const { rowCount } = await target.query(
    `insert into ${name} (${names}) overriding system value
     select ${names} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [`[${rows.map(({ row }) => row).join(',')}]`],
  );
  if (rowCount !== rows.length) throw new Error(`${name}: ${rowCount} of ${rows.length} rows were copied`);
  return rows.length;
}

/** The keys end where they were, so that nobody who asks there directly is answered from what stayed behind. */
export const endKeys = (databaseUrl: string, institutionId: string): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query('update access.partner_keys set revoked_at = now() where institution_id = $1', [institutionId]),
  );
