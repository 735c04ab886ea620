import type { Clock } from '#platform/clock';
import type { Query } from '#platform/db';
import type { EraseTx, PersonalColumn, PersonalData, DataSubject, StoredRow, TableDeclaration } from './declaration.ts';

/** How many rows of each table were blanked or deleted; tables without any are left out. */
export type ErasedRows = Readonly<Record<string, number>>;

/** Erases the declared columns, table by table in the order of the declaration. Safe to repeat. */
export async function eraseRows(tx: EraseTx, declared: PersonalData, person: DataSubject): Promise<ErasedRows> {
  const counts: Record<string, number> = {};
  for (const [table, declaration] of Object.entries(declared)) {
    const count = await eraseTable(tx, { table, declaration, person });
    if (count > 0) counts[table] = count;
  }
  return counts;
}

type OneTable = { readonly table: string; readonly declaration: TableDeclaration; readonly person: DataSubject };

async function eraseTable(tx: EraseTx, one: OneTable): Promise<number> {
  const { table, declaration, person } = one;
  const { rows, erase } = declaration;
  if (typeof erase === 'function') return erase(tx, person);
  if (rows === undefined) return 0;
  if (erase === 'delete')
    return (await tx.db.many(bind(`delete from ${table} where ${rows} returning 1`, { ...tx, person }))).length;
  const rewritten = await rewriteColumns(tx, one);
  return Math.max(rewritten, await blankColumns(tx, one));
}

/** Changes that the database can make alone; last, because afterwards the rows may no longer be found. */
async function blankColumns(tx: EraseTx, { table, declaration, person }: OneTable): Promise<number> {
  const set = [
    ...Object.entries(declaration.personal ?? {}).flatMap(([column, end]) =>
      'to' in end ? [`${column} = ${end.to}`] : [],
    ),
    ...Object.entries(declaration.also ?? {}).map(([column, to]) => `${column} = ${to}`),
  ];
  const text =
    set.length === 0
      ? `select 1 from ${table} where ${declaration.rows}`
      : `update ${table} set ${set.join(', ')} where ${declaration.rows} returning 1`;
  return (await tx.db.many(bind(text, { ...tx, person }))).length;
}

/** Changes that only our code can make, because the value is encrypted or its order must stay. */
async function rewriteColumns(tx: EraseTx, { table, declaration, person }: OneTable): Promise<number> {
  const { key = ['id'], rows, personal = {} } = declaration;
  const columns = Object.entries(personal).filter(([, end]) => 'rewrite' in end);
  if (columns.length === 0) return 0;
  const found = await tx.db.many<StoredRow>(
    bind(`select ${[...key, ...columns.map(([column]) => column)].join(', ')} from ${table} where ${rows} for update`, {
      ...tx,
      person,
    }),
  );
  for (const row of found) {
    const changed = columns.filter(([column]) => row[column] !== null);
    if (changed.length === 0) continue;
    const values = changed.map(([column, end]) => rewriteValue(tx, end, { row, column }));
    const set = changed.map(([column], index) => `${column} = $${index + 1}`).join(', ');
    const where = key.map((column, index) => `${column} = $${values.length + index + 1}`).join(' and ');
    // Where a trigger allows one erasure per row, the mark is written with the change.
    const also = Object.entries(declaration.also ?? {}).map(([column, to]) => `, ${column} = ${to}`);
    const text = `update ${table} set ${set}${also.join('')} where ${where}`;
    const query = bind(text, { ...tx, person }, [...values, ...key.map((column) => row[column])]);
    await tx.db.many(query);
  }
  return found.length;
}

type Cell = { readonly row: StoredRow; readonly column: string };

function rewriteValue({ vault }: EraseTx, end: PersonalColumn, { row, column }: Cell): unknown {
  if (!('rewrite' in end)) return row[column];
  const value = row[column];
  if (end.aad === undefined) return end.rewrite(String(value));
  return vault.encrypt(end.rewrite(vault.decrypt(value as Buffer, end.aad(row))), end.aad(row));
}

/** Named parameters become numbered ones; unused names are left out, because PostgreSQL must know the type of each. */
export function bind<Row>(
  text: string,
  { clock, person }: { readonly clock: Clock; readonly person: DataSubject },
  given: readonly unknown[] = [],
): Query<Row> {
  const values: unknown[] = [...given];
  const known: Readonly<Record<string, () => readonly [unknown, string]>> = {
    ids: () => [person.ids, 'text[]'],
    hashes: () => [person.hashes, 'bytea[]'],
    contacts: () => [person.contacts, 'text[]'],
    now: () => [clock.now(), 'timestamptz'],
  };
  const places = new Map<string, string>();
  const bound = text.replaceAll(/(?<!:):(ids|hashes|contacts|now)\b/g, (_, name: string) => {
    const place = places.get(name);
    if (place !== undefined) return place;
    const [value, type] = known[name]?.() ?? [];
    values.push(value);
    const made = `$${values.length}::${type}`;
    places.set(name, made);
    return made;
  });
  return { text: bound, values };
}
