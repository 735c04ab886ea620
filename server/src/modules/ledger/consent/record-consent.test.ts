import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { startHarness, type Harness } from '#test/harness';
import { startRelay, type Relay } from '#test/http/relay';
import { recordConsent, recordWording } from './ledger-entries.ts';
import { verifyConsent } from './verify-consent.ts';

let database: TestDatabase;
let wire: Relay;
let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  database = await cloneDatabase();
  const { hostname, port } = new URL(database.url.reveal());
  wire = await startRelay({ host: hostname, port: Number(port || 5432) });
  harness = await startHarness({ DATABASE_URL: wire.through(database.url.reveal()), DATABASE_POOL_SIZE: '1' });
  ({ ctx } = harness);
  await ctx.db.many({ text: 'select 1', values: [] });
});
afterAll(async () => {
  await harness.close();
  await wire.close();
  await database.drop();
});

const contacts = { email: 'synthetic@example.com', phone: '+12125550142', test: false };
const of = { contacts, subjectId: 'int_1' };

async function tripsOf(work: Parameters<typeof transact<Ctx, void>>[1]): Promise<number> {
  const before = wire.roundTrips('makewhole-test-worker');
  await transact(ctx, work);
  return wire.roundTrips('makewhole-test-worker') - before;
}

describe('recording consent', () => {
  it('recording consent costs no round trip, for an entry or a wording, known or new', async () => {
    const read = { text: 'select 1', values: [] };
    expect(await tripsOf(async (tx) => void (await tx.db.many(read)))).toBe(2);
    for (let turn = 0; turn < 2; turn += 1) {
      const trips = await tripsOf(async (tx) => {
        const hash = recordWording(tx, { version: '1', words: 'May we call you?', of }).toString('hex');
        recordConsent(tx, { kind: 'answered', contacts, details: { decision: 'yes', wording_hash: hash } });
        await tx.db.many(read);
        for (let index = 0; index < 10; index += 1)
          recordConsent(tx, { kind: 'message_sent', contacts, subjectId: 'int_1', details: { index } });
      });
      expect(trips).toBe(2);
    }
  });

  it('recording consent stores nothing for a sandbox intake or a test contact alone, and an institution’s test under another name', async () => {
    const [test, subjectId] = [{ ...contacts, email: 'tried@example.com', test: true }, 'int_tried'];
    const kindsOf = async (name: string) =>
      (
        await ctx.db.pool.query('select kind from consent.entries where $1 = any(contact_hashes)', [
          ctx.vault.fingerprint(name),
        ])
      ).rows.map(({ kind }) => kind);
    await transact(ctx, async (tx) => {
      recordConsent(tx, { kind: 'called', contacts: test, subjectId, details: {} });
      recordConsent(tx, { kind: 'answered', contacts: test, subjectId, details: {} });
      recordConsent(tx, { kind: 'stopped', contacts: test, details: {} });
      recordConsent(tx, { kind: 'proven', contacts: test, subjectId: 'ref_tried', details: {} });
    });
    expect(await kindsOf('person/email/tried@example.com')).toEqual([]);
    expect(await kindsOf('sandbox/person/email/tried@example.com')).toEqual(['proven']);
  });

  it('recording consent commits with the change it records, or not at all', async () => {
    const count = async () =>
      (await ctx.db.pool.query('select count(*)::int as rows from consent.entries')).rows[0].rows;
    const before = await count();
    const failing = transact(ctx, async (tx) => {
      recordConsent(tx, { kind: 'stopped', contacts, details: { source: 'text', channel: 'text' } });
      throw new Error('what it tells did not happen');
    });
    await expect(failing).rejects.toThrow('did not happen');
    expect(await count()).toBe(before);
  });

  it('recording consent stores nothing that can be read without a key', async () => {
    await tripsOf(async (tx) => recordConsent(tx, { kind: 'replied', contacts, details: { words: 'leave me alone' } }));
    const { rows } = await ctx.db.pool.query('select e::text as row from consent.entries e order by id desc limit 1');
    for (const word of ['alone', 'synthetic', '2125550142', Buffer.from('alone').toString('hex')])
      expect(rows[0].row).not.toContain(word);
  });
});

describe('wordings recorded for the first time', () => {
  it('a new wording has an intact entry, however long reading the clock takes', async () => {
    let looks = 0;
    const clock = { now: () => new Date(harness.clock.now().getTime() + (looks += 1)) };
    await transact(
      { ...ctx, clock },
      async (tx) => void recordWording(tx, { version: 'v-clock', words: 'By the clock', of }),
    );
    expect(await verifyConsent(ctx)).toMatchObject({ ok: true, problem: undefined });
  });
});
