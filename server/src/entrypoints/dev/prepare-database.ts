import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { Secret } from '#platform/config';
import { migrate } from '#platform/db';

type Prepared = {
  /** For a role that may create roles and tables. */
  readonly url: string;
  /** For the roles that the service connects as; without one they keep theirs. */
  readonly password?: string;
};

/** The processes' roles, and the tables. Safe to repeat. */
export async function prepareDatabase({ url, password }: Prepared): Promise<readonly string[]> {
  await withClient(url, async (client) => {
    await createRoles(client);
    if (password === undefined) return;
    for (const role of ['makewhole_api', 'makewhole_worker'])
      await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
  });
  return (await migrate(new Secret(url))).applied;
}

type Created = { readonly anew: boolean };

export async function createDatabase(url: string, name: string, { anew }: Created): Promise<void> {
  await withClient(url, async (client) => {
    if (anew) await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}

async function withClient(url: string, run: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'makewhole-dev' });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

const rolesFile = new URL('../../../../deploy/postgres/roles.sql', import.meta.url);

/** roles.sql is for psql, which a newcomer need not have; of psql's own commands it uses `\gexec`: run the result of a query. */
async function createRoles(client: Client): Promise<void> {
  const text = readFileSync(rolesFile, 'utf8')
    .replaceAll(/^[ ]*(?:--|\\).*$/gm, '')
    .replaceAll(/:(?:'owner'|"owner")/g, (name) => (name.includes("'") ? "'makewhole_migrate'" : 'makewhole_migrate'));
  // Each statement is followed by its terminator.
  const parts = text.split(/(;|\\gexec)/);
  for (const [index, statement] of parts.entries()) {
    const end = parts[index + 1];
    if (index % 2 === 1 || end === undefined) continue;
    const { rows } = await client.query<Record<string, string>>(statement);
    if (end !== ';') for (const row of rows) for (const made of Object.values(row)) await client.query(made);
  }
}
