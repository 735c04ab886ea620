import { describe, expect, it } from 'vitest';
import { Secret } from '#platform/config';
import { createVault } from '#platform/crypto';
import { runCommandHere } from '#test/processes/run-command-here';
import { useHarness } from '#test/harness';
import { givenIntake, poll } from '#testing/intakes';
import { startRotated } from '#test/fixtures/rotated-keys';

const harness = useHarness();

const next = 'a newer key for tests only with 32 characters or more';
const old = () => harness.current.config.dataKeys[0]?.reveal() ?? '';
const run = (ring: string, ...words: string[]) =>
  runCommandHere(harness.current.config, words, {
    BLOB_DIR: harness.current.config.objects.blobDir,
    DATA_KEY: ring,
  });
const idOf = (key: string): string => createVault([new Secret(key)]).writingKey();

const report = (name: string, keys: readonly string[], writesWith: string) =>
  harness.current.ctx.db.many({
    text: `insert into platform.processes (name, newest_migration, keys, writes_with) values ($1, '0115', $2::text[], $3)`,
    values: [name, keys.map(idOf), idOf(writesWith)],
  });
const forget = () => harness.current.ctx.db.many({ text: 'delete from platform.processes', values: [] });

describe('keys from the command line', () => {
  it('are made new and never the same', async () => {
    const [one, two] = [await run(old(), 'keys', 'new'), await run(old(), 'keys', 'new')];
    expect(one.stdout).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    expect(one.stdout).not.toBe(two.stdout);
  });

  it('no key is shown, and nothing is re-encrypted while a process lacks the first key or writes with another', async () => {
    await report('api-1', [old()], old());
    const lacking = await run(`${next},${old()}`, 'keys', 'reencrypt');
    expect([lacking.code, lacking.stdout]).toEqual([1, expect.stringContaining(`does not have the key ${idOf(next)}`)]);
    await forget();
    await report('api-1', [old(), next], old());
    const early = await run(`${next},${old()}`, 'keys', 'reencrypt');
    expect([early.code, early.stdout]).toEqual([1, expect.stringContaining('still writes with another key')]);
    expect(lacking.stdout + early.stdout).not.toContain(next.slice(3));
    await forget();
  });

  it('values are re-encrypted and counted, a second run has nothing to do, and polls and links continue to work', async () => {
    const receipt = await givenIntake(harness.current);
    const first = await run(`${next},${old()}`, 'keys', 'reencrypt', '--json');
    const done = JSON.parse(first.stdout);
    expect([first.code, done.left, done.unreadable]).toEqual([0, 0, 0]);
    expect(done.reencrypted).toBeGreaterThan(3);
    expect(done.fingerprints).toBeGreaterThan(0);
    const second = await run(`${next},${old()}`, 'keys', 'reencrypt', '--json');
    // The command's own row in the audit trail is not an encrypted value.
    expect(JSON.parse(second.stdout)).toMatchObject({ reencrypted: 0, left: 0, unreadable: 0 });
    const after = await startRotated(harness.current, { DATA_KEY: `${next},compare:${old()}` });
    expect((await poll(after, receipt)).status).toBe(200);
    expect((await after.call('GET', new URL(receipt.customer_confirmation_url).pathname)).status).toBe(200);
    await after.close();
  });

  it('the key status exits with 1 when a key is missing', async () => {
    const { code, stdout } = await run(`${next},${old()}`, 'keys', 'status');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${idOf(next)} (reads): in use: must stay`)]);
    expect(stdout).toContain('customers.messages.encrypted_content');
    expect((await run(old(), 'keys', 'status')).code).toBe(1);
  });

  it('re-encrypting never overwrites a concurrent change', async () => {
    const { ctx } = harness.current;
    const { resealColumn } = await import('#app/keys/reseal-column');
    const { encryptedColumns } = await import('#app/keys/keyed-columns');
    const of = encryptedColumns.find(({ table }) => table === 'customers.messages')!;
    await givenIntake(harness.current);
    const vault = createVault([
      new Secret('another key for tests only with 32 characters'),
      ...[next, old()].map((key) => new Secret(key)),
    ]);
    const changed = Buffer.from('changed by somebody else');
    // Between the read and the write of a batch, every row changes.
    const db = {
      ...ctx.db,
      async many(query: { text: string; values: readonly unknown[] }) {
        if (query.text.includes('json_to_recordset'))
          await ctx.db.many({ text: 'update customers.messages set encrypted_content = $1', values: [changed] });
        return ctx.db.many(query);
      },
    } as typeof ctx.db;
    const { reencrypted, passedOver } = await resealColumn({ db, vault }, of);
    expect([reencrypted, passedOver > 0]).toEqual([0, true]);
    const rows = await ctx.db.many<{ encrypted_content: Buffer }>({
      text: 'select encrypted_content from customers.messages',
      values: [],
    });
    expect(rows.every(({ encrypted_content: value }) => value.equals(changed))).toBe(true);
  });
});
