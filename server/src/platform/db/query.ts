import { createRequire } from 'node:module';
import type * as KyselyPackage from 'kysely';
import type { Compilable, Insertable, Kysely } from 'kysely';
import type { DB } from './schema.gen.ts';

/** One statement, ready to send. A named statement is prepared once per connection. */
export type Query<Row> = {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Translates a failure of this statement, if it has a meaning; the whole transaction then fails with that error. */
  readonly explain?: (error: unknown) => Error | undefined;
  /** Carries the row type only; it is never set. */
  readonly row?: Row;
};

/** Runs single statements and returns their rows. Store functions take one, or a `TxDb`. */
export type Db = {
  many<Row>(query: Query<Row>): Promise<Row[]>;
  find<Row>(query: Query<Row>): Promise<Row | undefined>;
};

/** A transaction's connection: its writes all commit together or not at all. */
export type TxDb = Db & {
  /** Sends the statement no later than the commit. It runs in program order, and its failure fails the commit. */
  write(query: Query<unknown>): void;
};

const require = createRequire(import.meta.url);

let made: Kysely<DB> | undefined;

/** The builder has 255 files, which a command that only sends prepared statements does not load. */
function builder(): Kysely<DB> {
  if (made !== undefined) return made;
  const { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } =
    require('kysely') as typeof KyselyPackage;
  made = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return made;
}

const bound = new Map<PropertyKey, unknown>();

/** Builds typed statements. It has no connection and cannot run them, so each passes through `typed`. */
export const sql: Kysely<DB> = new Proxy({} as Kysely<DB>, {
  get(_, name) {
    if (bound.has(name)) return bound.get(name);
    const member: unknown = Reflect.get(builder(), name);
    // The builder's methods use private members, which do not work through a proxy.
    const own: unknown = typeof member === 'function' ? member.bind(made) : member;
    if (typeof member === 'function') bound.set(name, own);
    return own;
  },
});

/** Turns a Kysely query into a statement; for code that is not on a hot path. */
export function typed<Row>(query: Compilable<Row>): Query<Row> {
  const { sql: text, parameters } = query.compile();
  return { text, values: parameters };
}

const textsByName = new Map<string, string>();

/** All prepared statements of the modules loaded so far, by name. Tests compare them with the migrated database. */
export const preparedStatements: ReadonlyMap<string, string> = textsByName;

/** A connection knows a statement only by its name, so a second text under the same name would fail at run time. */
function define(name: string, text: string): void {
  if ((textsByName.get(name) ?? text) !== text) throw new Error(`two prepared statements are named ${name}`);
  textsByName.set(name, text);
}

/** A hot statement, planned once per connection, without the builder at run time. */
export function prepared<Values extends readonly unknown[], Row>(name: string, text: string) {
  define(name, text);
  return (...values: Values): Query<Row> => ({ name, text, values });
}

/** A hot single-row insert; columns and value types come from the migrated database. */
export function preparedInsert<T extends keyof DB & string, C extends keyof Insertable<DB[T]> & string>(
  table: T,
  columns: readonly C[],
) {
  const parameters = columns.map((_, index) => `$${index + 1}`).join(', ');
  const text = `insert into ${table} (${columns.join(', ')}) values (${parameters})`;
  const name = `insert ${table}`;
  define(name, text);
  return (row: Pick<Insertable<DB[T]>, C>): Query<never> => ({
    name,
    text,
    values: columns.map((column) => row[column]),
  });
}

/** The form that the driver expects. */
export const toPg = (query: Query<unknown>) => ({
  ...(query.name === undefined ? {} : { name: query.name }),
  text: query.text,
  values: query.values as unknown[],
});
