import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';

const harness = useHarness();

it('claims by the function that claim.sql shows, whichever migration made it', async () => {
  const shown = await readFile(new URL('claim.sql', import.meta.url), 'utf8');
  const client = await harness.current.ctx.db.pool.connect();
  const definition = async () => {
    const { rows } = await client.query<{ text: string }>(
      `select pg_get_functiondef('webhooks.claim(text, text, timestamptz, integer, integer)'::regprocedure) as text`,
    );
    return rows[0]?.text;
  };
  try {
    await client.query('begin');
    const migrated = await definition();
    await client.query(shown);
    expect(await definition()).toBe(migrated);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
