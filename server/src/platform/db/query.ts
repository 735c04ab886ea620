import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type Insertable,
} from 'kysely';
import type { DB } from './schema.gen.ts';

/** One statement, ready to send. With a name it is prepared once per connection. */
export type Query<Row> = {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** What a failure of this statement means, if it means something; the whole transaction then fails with that. */
  readonly explain?: (error: unknown) => Error | undefined;
  /** Never set; carries the row type. */
  readonly row?: Row;
};

/** Reads; every store function takes one. */
export type Db = {
  many<Row>(query: Query<Row>): Promise<Row[]>;
  find<Row>(query: Query<Row>): Promise<Row | undefined>;
};

/** A transaction's connection: what is written here commits together or not at all. */
export type TxDb = Db & {
  /** Sends the statement no later than the commit; it runs in program order and its failure fails the commit. */
  write(query: Query<unknown>): void;
};

/** Builds typed statements; it has no connection, so `prepared` and `typed` are the only ways to run one. */
export const sql = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A Kysely query as a statement: for everything that is not on a hot path. */
export function typed<Row>(query: Compilable<Row>): Query<Row> {
  const { sql: text, parameters } = query.compile();
  return { text, values: parameters };
}

/** A hot statement by name: planned once per connection, no builder at run time. */
export function prepared<Values extends readonly unknown[], Row>(name: string, text: string) {
  return (...values: Values): Query<Row> => ({ name, text, values });
}

/** A hot single-row insert; columns and value types come from the migrated database. */
export function preparedInsert<T extends keyof DB & string, C extends keyof Insertable<DB[T]> & string>(
  table: T,
  columns: readonly C[],
) {
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  const text = `insert into ${table} (${columns.join(', ')}) values (${places})`;
  const name = `insert ${table}`;
  return (row: Pick<Insertable<DB[T]>, C>): Query<never> => ({
    name,
    text,
    values: columns.map((column) => row[column]),
  });
}

/** In the form the driver takes. */
export const toPg = (query: Query<unknown>) => ({
  ...(query.name === undefined ? {} : { name: query.name }),
  text: query.text,
  values: query.values as unknown[],
});
