import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import { Secret } from '#platform/config';
import { createVault } from '#platform/crypto';
import { transact, type Query } from '#platform/db';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { recordConsent, recordWording } from './ledger-entries.ts';
import { chainAll } from './testing.ts';
import { verifyConsent, type ConsentVerdict } from './verify-consent.ts';

const harness = useHarness();
const keys = [
  new Secret('the key of these tests, with 32 characters'),
  new Secret('an older key, also with 32 characters'),
];

let ctx: Ctx;
let verdictOfNothing: ConsentVerdict;
const query = (text: string, values: unknown[] = []) => ctx.db.pool.query(text, values);

/** Chained under two keys, and two entries that are not chained. */
const [chained, unchained, wordings] = [30, 2, 3];

async function record(own: Ctx, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) {
    harness.current.clock.advance(1);
    await transact(own, async (tx) => {
      const phone = `+1212555${String(index).padStart(4, '0')}`;
      const contacts = { email: 'synthetic@example.com', phone, test: false };
      const of = { contacts, subjectId: `int_${index}` };
      const hash = recordWording(tx, { version: `v${index % wordings}`, words: `Words ${index % wordings}`, of });
      const details = { index, wording_hash: index % 5 === 0 ? hash.toString('hex') : null };
      const subjectId = index % 4 === 0 ? undefined : `int_${index}`;
      const kind = index % 2 === 0 ? 'called' : 'message_sent';
      recordConsent(tx, { kind, contacts, subjectId, details });
    });
  }
}

beforeAll(async () => {
  ctx = { ...harness.current.ctx, vault: createVault(keys) };
  verdictOfNothing = await verifyConsent(ctx);
  const older = { ...ctx, vault: createVault(keys.slice(1)) };
  await record(older, 0, 10);
  await chainAll(older);
  // The wordings have their own entries.
  await record(ctx, 10, chained - wordings);
  await chainAll(ctx);
  await record(ctx, chained, chained + unchained);
});

const intact = { ok: true, entries: chained, unchained, wordings, brokenSeq: undefined, problem: undefined };

describe('the ledger', () => {
  it('an empty ledger is intact', () => {
    const nothing = { ok: true, entries: 0, unchained: 0, wordings: 0, anchor: '0:', problem: undefined };
    expect(verdictOfNothing).toMatchObject(nothing);
  });

  it('the ledger is intact across a key change, and its end is reported', async () => {
    const verdict = await verifyConsent(ctx);
    expect(verdict).toMatchObject(intact);
    expect(verdict.anchor).toMatch(new RegExp(`^${chained}:[0-9a-f]{74}$`));
    expect(await verifyConsent(ctx, [verdict.anchor ?? ''])).toMatchObject(intact);
    expect(await verifyConsent(ctx, ['0:'])).toMatchObject(intact);
  });

  it('the ledger is not intact when verified with other keys', async () => {
    const verdict = await verifyConsent({ ...ctx, vault: createVault(keys.slice(0, 1)) });
    expect(verdict).toMatchObject({ ok: false, entries: 0, brokenSeq: 1, problem: 'entry 1 was changed' });
  });
});

/** The verdict after edits as a database owner can make them: with the triggers disabled. All edits are rolled back. */
async function verdictAfter(...texts: readonly string[]): Promise<ConsentVerdict> {
  return inDoomed(async (db) => {
    for (const text of texts) await db.many({ text, values: [] });
    return verifyConsent({ db, vault: ctx.vault });
  });
}

/** A connection without triggers, whose changes are rolled back at the end. */
async function inDoomed<T>(work: (db: Ctx['db']) => Promise<T>): Promise<T> {
  const client = await harness.current.owner.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const many = async (query: Query<unknown>) => (await client.query(query.text, [...query.values])).rows;
    return await work({ ...ctx.db, many, find: async (query: Query<unknown>) => (await many(query))[0] } as Ctx['db']);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const lastKept = chained - 3;

describe('a ledger that was tampered with', () => {
  it('is found when an entry of the chain is taken away, whichever it is', async () => {
    for (let seq = 1; seq <= chained; seq += 1) {
      const verdict = await verdictAfter(`delete from consent.entries where seq = ${seq}`);
      expect(verdict).toMatchObject({ ok: false, entries: seq - 1, brokenSeq: seq });
    }
    const { problem } = await verdictAfter('delete from consent.entries where seq is not null');
    expect(problem).toBe('entry 1 and all after it are missing');
    expect(await verifyConsent(ctx)).toMatchObject(intact);
  });

  it('tampering is detected when two entries are swapped, or the rest is renumbered', async () => {
    const swapped = await verdictAfter(
      'update consent.entries set seq = seq + 1000 where seq in (7, 8)',
      'update consent.entries set seq = 1015 - seq where seq > 1000',
    );
    expect(swapped).toMatchObject({ ok: false, brokenSeq: 7, problem: 'entry 7 was changed' });
    const renumbered = await verdictAfter(
      'delete from consent.entries where seq = 10',
      'update consent.entries set seq = seq + 1000 where seq > 10',
      'update consent.entries set seq = seq - 1001 where seq > 1000',
    );
    expect(renumbered).toMatchObject({ ok: false, brokenSeq: 10, problem: 'entry 10 was changed' });
  });

  it('tampering is detected when an entry is inserted: past the end, before the beginning, twice, or unchained', async () => {
    const copy = (id: string, seq: number | 'null') =>
      `insert into consent.entries select '${id}', at, kind, subject_id, contact_hashes, encrypted_details, mac, ${seq},
         ${seq === 'null' ? 'null' : 'chain_mac'} from consent.entries where seq = 3`;
    expect(await verdictAfter(copy('cse_a', chained + 1))).toMatchObject({ entries: chained, brokenSeq: chained + 1 });
    expect((await verdictAfter(copy('cse_a', 'null'))).problem).toBe('the unchained entry cse_a was changed');
    expect((await verdictAfter(copy('', 'null'))).problem).toBe('the unchained entry  was changed');
    const twice = await verdictAfter('drop index consent.entries_seq', copy('zzz', 3));
    expect(twice).toMatchObject({ ok: false, brokenSeq: 3, problem: 'entry 3 is there twice' });
    const before = await verdictAfter('alter table consent.entries drop constraint entries_seq_check', copy('zzz', -1));
    expect(before).toMatchObject({ ok: false, brokenSeq: -1, problem: 'an entry was put before the first one' });
  });

  it('is found when its end is taken away and the head is set back to fit; with an old seal, by an anchor', async () => {
    const shortened = await verdictAfter(
      `delete from consent.entries where seq is null or seq > ${lastKept}`,
      `update consent.head set seq = ${lastKept}, mac = (select chain_mac from consent.entries where seq = ${lastKept})`,
    );
    expect(shortened).toMatchObject({ ok: false, problem: 'the head of the ledger was changed' });
    const emptied = ['delete from consent.entries', 'delete from consent.wordings'];
    const reset = "update consent.head set seq = 0, mac = '', seal = null";
    expect((await verdictAfter(...emptied)).ok).toBe(false);
    // The database alone no longer shows this; an anchor recorded elsewhere does.
    expect((await verdictAfter(...emptied, reset)).ok).toBe(true);
    const { anchor } = await verifyConsent(ctx);
    const { problem } = await inDoomed(async (db) => {
      for (const text of [...emptied, reset]) await db.many({ text, values: [] });
      return verifyConsent({ db, vault: ctx.vault }, [anchor ?? '']);
    });
    expect(problem).toMatch(/^an anchor says that there were \d+ entries: those after entry 0 were removed$/);
  });

  it('tampering is detected when the head is gone, or a wording that an entry names', async () => {
    expect((await verdictAfter('delete from consent.head')).problem).toBe('the head of the ledger is gone');
    const { rows } = await query("select encode(hash, 'hex') as hash from consent.wordings");
    for (const { hash } of rows) {
      const { problem } = await verdictAfter(`delete from consent.wordings where hash = decode('${hash}', 'hex')`);
      expect(problem).toMatch(/^entry \d+ names words that are gone$/);
    }
    expect(await verifyConsent(ctx)).toMatchObject(intact);
  });
});

const zeros = "decode(repeat('00', 32), 'hex')";
const flipped = (column: string) =>
  `set_byte(${column}, $2 % length(${column}), get_byte(${column}, $2 % length(${column})) # (1 << ($2 % 8)))`;
/** Sets every column to other values that it can hold; $2 is random. */
const edits: Record<string, readonly string[]> = {
  entries: [
    "id = id || 'x'",
    "id = ''",
    "at = at + (1 + $2 % 1000) * interval '1 millisecond'",
    "at = 'infinity'",
    "at = at + interval '270000 years'",
    "kind = case kind when 'stopped' then 'called' else 'stopped' end",
    "kind = kind || ' '",
    "subject_id = coalesce(subject_id, '') || 'x'",
    "subject_id = case when subject_id is null then '' end",
    "contact_hashes = contact_hashes || array[decode('00', 'hex')]",
    'contact_hashes = contact_hashes || array[null::bytea]',
    "contact_hashes = case when contact_hashes = '{}' then array[''::bytea] else contact_hashes[2:] end",
    `encrypted_details = ${flipped('encrypted_details')}`,
    "encrypted_details = ''",
    `mac = ${flipped('mac')}`,
    `mac = ${zeros}`,
    'seq = case when seq is null then 1000 else seq + 1000 end, chain_mac = coalesce(chain_mac, mac)',
    'seq = null, chain_mac = null',
    `chain_mac = case when seq is not null then ${flipped('chain_mac')} end`,
    `chain_mac = case when seq is not null then ${zeros} end`,
    'chain_mac = case when seq is not null then mac end',
  ],
  wordings: [
    `hash = ${flipped('hash')}`,
    "hash = ''",
    "version = version || '.'",
    "words = words || ' '",
    "words = ''",
    "first_shown_at = first_shown_at - interval '1 millisecond'",
    "first_shown_at = '-infinity'",
    `mac = ${flipped('mac')}`,
  ],
  head: [
    'seq = seq - 1',
    'seq = seq + 1',
    'seq = 0',
    `mac = ${flipped('mac')}`,
    `seal = ${flipped('seal')}`,
    'seal = null',
  ],
};

describe('any one row', () => {
  it('that is edited in any column is found, in trial after trial', async () => {
    const wanted = runs({ always: 200, nightly: 10_000 });
    const all = Object.entries(edits).flatMap(([table, of]) => of.map((edit) => ({ table, edit })));
    const kinds = new Set<string>();
    let found = 0;
    for (let trial = 0; found < wanted; trial += 1) {
      const { table, edit } = all[trial % all.length]!;
      const { rows } = await query(`select *, ctid::text as place from consent.${table} order by random() limit 1`);
      const { place, ...row } = rows[0];
      found += await inDoomed(async (db) => {
        const text = `update consent.${table} set ${edit} where ctid = $1::tid and $2::int >= 0 returning *`;
        const [edited] = await db.many({ text, values: [place, Math.floor(Math.random() * 1000)] });
        // Some edits leave some rows unchanged: an unchained one has no position in the chain to lose.
        if (isDeepStrictEqual({ ...(edited as object) }, row)) return 0;
        const { ok } = await verifyConsent({ db, vault: ctx.vault });
        expect([trial, table, edit, row, ok]).toEqual([trial, table, edit, row, false]);
        kinds.add(table + edit);
        return 1;
      });
    }
    expect([found, kinds.size]).toEqual([wanted, all.length]);
    expect(await verifyConsent(ctx)).toMatchObject(intact);
  }, 1_200_000);
});
