import type { Client } from 'pg';
import { addShapes, type Shapes } from './shapes.ts';

/** Ids of transactions count up: what is written from now on has a higher one. */
export async function markRows(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id ?? '';
}

/** What of every table was written since, by `schema.table.column`; `schema.table` is how many rows. */
export async function readShapes(client: Client, since: string): Promise<Shapes> {
  const { rows: tables } = await client.query<{ name: string; root: string }>(
    `select c.oid::regclass::text as name, coalesce(p.inhparent, c.oid)::regclass::text as root
     from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits p on p.inhrelid = c.oid
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and n.nspname !~ '^pg_'`,
  );
  const shapes = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const { name, root } of tables) {
    // A cluster of a run is young: its ids have not wrapped around.
    const { rows } = await client.query<{ row: object }>(
      `select to_jsonb(t) as row from ${name} t where t.xmin::text::bigint > $1::bigint`,
      [since],
    );
    for (const { row } of rows) addShapes(shapes, root, row);
    if (rows.length > 0) counts.set(root, (counts.get(root) ?? 0) + rows.length);
  }
  for (const [root, count] of counts) shapes.set(root, new Set([`${count} rows`]));
  return shapes;
}
