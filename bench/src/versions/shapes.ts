import type { Client } from 'pg';

/** Transaction ids increase, so rows written from now on have a higher one. */
export async function markRows(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id ?? '';
}

/** What was written to every table since then, by `schema.table.column`; `schema.table` is the number of rows. */
export async function readShapes(client: Client, since: string): Promise<Shapes> {
  const { rows: tables } = await client.query<{ name: string; root: string }>(
    `select c.oid::regclass::text as name, coalesce(p.inhparent, c.oid)::regclass::text as root
     from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits p on p.inhrelid = c.oid
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss') and n.nspname !~ '^pg_'`,
  );
  const shapes = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const { name, root } of tables) {
    // A run's cluster is new, so its ids have not wrapped around.
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

// The compared shape of a row or a response: whether each member is present, and the value of a few words. Ids,
// texts,
// times and amounts differ between runs, so only their presence counts.

/** The observations of a member, and how often each occurred. */
export type Shapes = ReadonlyMap<string, ReadonlySet<string>>;

/** A word of the code, such as a status or a type of event. */
const word = /^[a-z][a-z_-]*(?:\.[a-z_]+)*$/;
const longestWord = 40;

/** Durations are measured, and a reused connection has none, so zero is treated like any other number. */
const measured = /_(?:ms|s)$|\.timings\.\w+$/;

function shapeOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return value === 0 && !measured.test(name) ? '0' : 'number';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'list';
  const text = String(value);
  if (text === '' || text === '\\x') return 'empty';
  return text.length <= longestWord && word.test(text) ? text : 'set';
}

/** Adds the shape of a value; members of objects are named `outer.inner`. */
export function addShapes(shapes: Map<string, Set<string>>, name: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [inner, one] of Object.entries(value)) addShapes(shapes, name === '' ? inner : `${name}.${inner}`, one);
    return;
  }
  const seen = shapes.get(name) ?? new Set();
  shapes.set(name, seen.add(shapeOf(name, value)));
  if (Array.isArray(value)) for (const one of value) if (typeof one === 'object') addShapes(shapes, `${name}[]`, one);
}

type Difference = {
  readonly name: string;
  readonly expected: string;
  readonly found: string;
};

/** Where several runs of one version agree, a run must agree too; each member may be as in any of them. */
export function compareShapes(references: readonly Shapes[], found: Shapes): readonly Difference[] {
  const names = new Set([found, ...references].flatMap((shapes) => [...shapes.keys()]));
  return [...names].toSorted().flatMap((name) => {
    const show = (shapes: Shapes): string => [...(shapes.get(name) ?? ['nothing'])].toSorted().join(' or ');
    const expected = references.map(show);
    return expected.includes(show(found)) ? [] : [{ name, expected: expected[0] ?? 'nothing', found: show(found) }];
  });
}
