// The runbooks' SQL works as the role they name, and returns what they describe.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, ownerUrl, urlFor, type TestDatabase } from '#test/database/databases';
import { read, root } from './deploy-files.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

type Block = readonly [page: string, sql: string];

const blocks: readonly Block[] = readdirSync(join(root, 'docs/runbooks')).flatMap((page) =>
  [...read(`docs/runbooks/${page}`).matchAll(/^ *```sql\n([\s\S]*?)^ *```/gm)].map(([, sql = '']): Block => [
    page,
    sql,
  ]),
);

const isOwners = (sql: string): boolean => /^\s*-- As the owner\./.test(sql);

async function tryOut(sql: string): Promise<void> {
  const url = isOwners(sql) ? ownerUrl(database.url) : urlFor(database.url, 'worker');
  const client = new Client({ connectionString: url.reveal() });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('rollback');
  } finally {
    await client.end();
  }
}

describe("the runbooks' SQL", () => {
  it('the test finds SQL in the runbooks', () => expect(blocks.length).toBeGreaterThan(25));

  it.each(blocks)(
    'the SQL in %s runs as the worker role, or as the owner where the page names it',
    async (_page, sql) => {
      await expect(tryOut(sql)).resolves.toBeUndefined();
    },
  );

  it('the SQL does not run as the api role, to which account tables look empty', () => {
    expect(read('docs/runbooks/README.md')).toContain('psql "$WORKER_DATABASE_URL"');
    expect(blocks.map(([page]) => read(`docs/runbooks/${page}`)).join('')).not.toContain('psql "$DATABASE_URL"');
  });
});
