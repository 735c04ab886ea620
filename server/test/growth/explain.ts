import { createRequire } from 'node:module';
import { Client, escapeLiteral } from 'pg';
import { ownerUrl } from '#test/database/databases';
import type { SentStatement } from './record-statements.ts';

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as { prepareValue(value: unknown): unknown };

/**
 * The pages that one run reads, and the rows that it finds; undefined for a statement that cannot be run a second time.
 */
export type Cost = { readonly buffers: number; readonly rows: number } | undefined;

/** A connection plans a prepared statement anew for its first five runs and may then settle on one plan for all. */
const runsBeforeSettled = 5;

/** Runs each statement once more, with the role and account it was sent for. Its writes are rolled back. */
export async function explainAll(databaseUrl: string, sent: readonly SentStatement[]): Promise<Cost[]> {
  const clients = new Map<string, Client>();
  const connect = async (user: string): Promise<Client> => {
    const url = new URL(ownerUrl(databaseUrl).reveal());
    url.username = user;
    const client = new Client({ connectionString: url.href, statement_timeout: 60_000 });
    await client.connect();
    return client;
  };
  const costs: Cost[] = [];
  for (const statement of sent) {
    const client = clients.get(statement.user) ?? (await connect(statement.user));
    clients.set(statement.user, client);
    costs.push(await explain(client, statement));
  }
  await Promise.all([...clients.values()].map((client) => client.end()));
  return costs;
}

async function explain(client: Client, { scope, text, values, name }: SentStatement): Promise<Cost> {
  const literals = values.map((value) => toLiteral(prepareValue(value))).join(', ');
  const execute = `execute measured${values.length === 0 ? '' : `(${literals})`}`;
  await client.query('begin');
  try {
    await client.query("select set_config('makewhole.account', $1, true)", [scope]);
    await client.query(`prepare measured as ${text}`);
    // An unnamed statement is planned for its values every time.
    if (name !== undefined)
      for (let run = 0; run < runsBeforeSettled; run += 1) await client.query(`explain ${execute}`);
    const { rows } = await client.query(`explain (analyze, buffers, timing off, format json) ${execute}`);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return { buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], rows: plan['Actual Rows'] };
  } catch {
    // An insert of an existing row, the next link of a chain, a temporary table of another connection.
    return undefined;
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return escapeLiteral(String(value));
}
