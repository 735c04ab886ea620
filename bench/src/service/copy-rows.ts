import type { Client } from 'pg';

type Copy = {
  readonly table: string;
  /** A table of the same columns whose rows are copied; default: the table itself. */
  readonly from?: string;
  /** Of each row: how many copies, and the number of the first; default 1. */
  readonly copies: number;
  readonly first?: number;
  /** SQL by column, for what must differ: `r` is the row, `n` the number of its copy. */
  readonly changes: Readonly<Record<string, string>>;
};

/**
 * Fills a table with copies of rows that the service itself wrote, so that whoever fills it need not know the columns. What
 * the database makes itself, it makes anew: identities, generated columns, numbers from a sequence.
 */
export async function copyRows(
  client: Client,
  { table, from = table, copies, first = 1, changes }: Copy,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(a.attname) as name
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
       and (a.attname = any($2) or coalesce(pg_get_expr(d.adbin, d.adrelid), '') not like 'nextval(%')
     order by a.attnum`,
    [table, Object.keys(changes)],
  );
  const names = rows.map(({ name }) => name);
  const unknown = Object.keys(changes).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`);
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => changes[name] ?? `r.${name}`).join(', ')}
     from ${from} r cross join generate_series($1::bigint, $2::bigint) as n`,
    [first, first + copies - 1],
  );
}
