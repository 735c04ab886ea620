import { withClient } from '#bench/service/cluster';

/** Every row of every table, as a hash of the table and all its columns, with how often it is there. */
export type Rows = ReadonlyMap<string, number>;

/** All tables of the database, those of the job engine and of its partitions included. */
export const readRows = (databaseUrl: string): Promise<Rows> =>
  withClient(databaseUrl, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_' order by 1`,
    );
    const rows = new Map<string, number>();
    for (const { name } of tables.rows) {
      // A table that is dropped or created is a change too.
      const found = await client.query<{ hash: string; count: number }>(
        `select md5(t::text) as hash, count(*)::integer as count from ${name} t group by 1 union all select 'table', 1`,
      );
      for (const { hash, count } of found.rows) rows.set(`${name} ${hash}`, count);
    }
    return rows;
  });

/** How many rows are in one and not in the other; a row that was updated counts twice. */
export function countChanged(before: Rows, after: Rows): number {
  let changed = 0;
  for (const row of new Set([...before.keys(), ...after.keys()]))
    changed += Math.abs((before.get(row) ?? 0) - (after.get(row) ?? 0));
  return changed;
}
