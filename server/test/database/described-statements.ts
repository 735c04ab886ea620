// What the server reports about a statement: its parameters, its columns, and its result on an empty database.
import { Client, type Connection } from 'pg';
import type { Secret } from '#platform/config';
import type { Query } from '#platform/db';
import { sampleOf } from './driver-types.ts';

export type DescribedColumn = {
  readonly name: string;
  readonly type: string;
  /** The table column it is read from unchanged; undefined for expressions, views and temporary tables. */
  readonly source: { readonly table: string; readonly column: string; readonly notNull: boolean } | undefined;
  /** It was null in the first row of an empty database: an aggregate, or a subquery that found nothing. */
  readonly wasNull: boolean;
};

export type DescribedStatement = {
  readonly parameters: readonly string[];
  readonly columns: readonly DescribedColumn[];
};

type Field = {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
};

type Answer = { readonly parameters: readonly number[]; readonly fields: readonly Field[] };

/** Describes statements one after another on a dedicated connection; `setup` prepares its session. */
export async function describeStatements(
  url: Secret,
  statements: ReadonlyMap<string, string>,
  setup: readonly Query<unknown>[] = [],
): Promise<Map<string, DescribedStatement>> {
  const client = new Client({ connectionString: url.reveal() });
  await client.connect();
  try {
    for (const { text } of setup) await client.query(text);
    const catalog = await readCatalog(client);
    const described = new Map<string, DescribedStatement>();
    for (const [name, text] of statements) {
      const { parameters, columns } = toDescribed(await describe(client, name, text), catalog);
      const row = await runAndUndo(client, text, parameters.map(sampleOf));
      const answered = columns.map((column) => ({ ...column, wasNull: row?.[column.name] === null }));
      described.set(name, { parameters, columns: answered });
    }
    return described;
  } finally {
    await client.end();
  }
}

/** Parse and Describe of the wire protocol, which the driver sends only together with Execute. */
function describe(client: Client, name: string, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let parameters: readonly number[] = [];
    let fields: readonly Field[] = [];
    let connection: Connection | undefined;
    const onParameters = (message: { dataTypeIDs: number[] }) => {
      parameters = message.dataTypeIDs;
    };
    client.query({
      submit(own: Connection) {
        connection = own;
        own.on('parameterDescription', onParameters);
        own.parse({ name: '', text, types: [] }, true);
        own.describe({ type: 'S', name: '' }, true);
        own.sync();
      },
      handleParseComplete() {},
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields;
      },
      handleReadyForQuery() {
        connection?.off('parameterDescription', onParameters);
        resolve({ parameters, fields });
      },
      handleError(error: Error) {
        reject(new Error(`${name}: ${error.message}`, { cause: error }));
      },
    } as { submit(own: Connection): void });
  });
}

/** Returns the first row, if the statement accepts the sample parameters and finds one. */
async function runAndUndo(
  client: Client,
  text: string,
  values: readonly (string | null)[],
): Promise<Record<string, unknown> | undefined> {
  await client.query('begin');
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows[0];
  } catch {
    // A sample that a constraint or function rejects reveals nothing about the types.
    return undefined;
  } finally {
    await client.query('rollback');
  }
}

type Catalog = {
  readonly types: ReadonlyMap<number, string>;
  readonly columns: ReadonlyMap<string, NonNullable<DescribedColumn['source']>>;
};

async function readCatalog(client: Client): Promise<Catalog> {
  // An enum is text to the driver; an array of a type is called `type[]`, one of enums `enum[]`.
  const types = await client.query<{ oid: number; name: string }>(
    `select t.oid::int8::int as oid, case when t.typtype = 'e' then 'enum' when e.typtype = 'e' then 'enum[]'
       when t.typcategory = 'A' then e.typname || '[]' else t.typname end as name
     from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A' where t.oid < 2147483648`,
  );
  const columns = await client.query<{ at: string; table: string; column: string; notNull: boolean }>(
    `select a.attrelid || ' ' || a.attnum as at, n.nspname || '.' || c.relname as table, a.attname as column,
       a.attnotnull as "notNull"
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attnum > 0 and c.relkind in ('r', 'p') and c.relpersistence <> 't'`,
  );
  return {
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    columns: new Map(columns.rows.map(({ at, ...source }) => [at, source])),
  };
}

function toDescribed(answer: Answer, catalog: Catalog): DescribedStatement {
  const typeName = (oid: number) => catalog.types.get(oid) ?? `type ${oid}`;
  return {
    parameters: answer.parameters.map(typeName),
    columns: answer.fields.map((field) => ({
      name: field.name,
      type: typeName(field.dataTypeID),
      source: catalog.columns.get(`${field.tableID} ${field.columnID}`),
      wasNull: false,
    })),
  };
}
