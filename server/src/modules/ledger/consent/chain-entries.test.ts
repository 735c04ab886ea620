import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { sweepOnce } from '#platform/jobs';
import { untilBlocked } from '#test/database/use-database';
import { useHarness } from '#test/harness';
import { gate } from '#test/until';
import { chainEntries, recordConsent, recordWording } from './ledger-entries.ts';
import { consentMetrics } from './metrics.ts';
import { chainAll, givenConsent, tamper } from './testing.ts';
import { measureLedger, verifyConsent } from './verify-consent.ts';
import { consentJobs } from '../workers.ts';

const harness = useHarness();
const contacts = { email: 'synthetic@example.com', phone: '+12125550142', test: false };
const of = { contacts, subjectId: 'int_0' };
const entry = (index = 0) => ({ kind: 'called', contacts, subjectId: `int_${index}`, details: { index } }) as const;
const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(index));

let ctx: Ctx;
const query = (text: string, values: unknown[] = []) => harness.current.owner.pool.query(text, values);
const refusal = (text: string): Promise<string> =>
  query(text).then(
    () => 'done',
    (error: Error) => error.message,
  );
const seqs = async (): Promise<(number | null)[]> =>
  (await query('select seq::int from consent.entries order by seq')).rows.map(({ seq }) => seq);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

beforeEach(async () => {
  ({ ctx } = harness.current);
  for (const table of ['entries', 'wordings', 'head']) await query(`alter table consent.${table} disable trigger all`);
  await query('truncate consent.entries, consent.wordings');
  await query("update consent.head set seq = 0, mac = '', seal = null");
  for (const table of ['entries', 'wordings', 'head']) await query(`alter table consent.${table} enable trigger all`);
});

describe('ledger entries', () => {
  it('are only added to, and so are wordings; the head only moves forward', async () => {
    await transact(ctx, async (tx) => void recordWording(tx, { version: '1', words: 'May we call you?', of }));
    await givenConsent(ctx, entry());
    const edits = [
      "update consent.entries set kind = 'stopped'",
      "update consent.entries set subject_id = 'int_other', seq = 1, chain_mac = ''",
      'update consent.entries set seq = null, chain_mac = null',
      'delete from consent.entries',
      'truncate consent.entries',
      "update consent.wordings set words = 'other'",
      'delete from consent.wordings',
      'truncate consent.wordings',
      'delete from consent.head',
      'truncate consent.head',
    ];
    for (const text of edits)
      expect([text, await refusal(text)]).toEqual([text, expect.stringMatching(/is only added to$/)]);
    await chainAll(ctx);
    for (const text of [...edits, "update consent.entries set seq = seq + 10, chain_mac = 'x'"])
      expect([text, await refusal(text)]).toEqual([text, expect.stringMatching(/is only added to$/)]);
    for (const text of ['seq = 0', 'seq = seq', "mac = ''", 'seal = null'])
      expect([text, await refusal(`update consent.head set ${text}`)]).toEqual([
        text,
        'consent.head only moves forward',
      ]);
    expect(await verifyConsent(ctx)).toMatchObject({ ok: true, entries: 2, unchained: 0, wordings: 1 });
  });

  it('entries have one form: contacts are a flat list that begins at one', async () => {
    await givenConsent(ctx, entry());
    for (const value of [`'{{"\\\\x61"}}'`, `'[0:0]={"\\\\x61"}'`])
      await expect(
        tamper(harness.current.owner, `update consent.entries set contact_hashes = ${value}`),
      ).rejects.toThrow(/check/);
  });

  it('entries are chained in the order of their times, in batches, and a second run does nothing', async () => {
    for (const index of [3, 1, 2]) {
      harness.current.clock.advance(1);
      await givenConsent(ctx, entry(index));
    }
    expect([await chainEntries(ctx, 2), await seqs()]).toEqual([2, [1, 2, null]]);
    expect([await chainEntries(ctx, 2), await chainEntries(ctx, 2), await seqs()]).toEqual([1, 0, [1, 2, 3]]);
    const { rows } = await query('select subject_id from consent.entries order by seq');
    expect(rows.map(({ subject_id: subject }) => subject)).toEqual(['int_3', 'int_1', 'int_2']);
    expect(await verifyConsent(ctx)).toMatchObject({ ok: true, entries: 3, unchained: 0 });
  });

  it('entries that commit while the chain is extended are all chained once, by several processes', async () => {
    const late = gate();
    // The oldest time, committed last.
    const slow = transact(ctx, async (tx) => {
      recordConsent(tx, entry(-1));
      await tx.db.many({ text: 'select 1', values: [] });
      await late.opened;
    });
    const writing = new AbortController();
    const write = async (writer: number) => {
      for (let turn = 0; turn < 40; turn += 1) {
        harness.current.clock.advance(0.001);
        await givenConsent(ctx, ...entries(1 + ((turn + writer) % 4)));
      }
    };
    const chain = async () => {
      while (!writing.signal.aborted) await chainEntries(ctx, 7);
    };
    const chaining = [chain(), chain(), chain()];
    await Promise.all([0, 1, 2].map(write));
    late.open();
    await slow;
    writing.abort();
    await Promise.all(chaining);
    await chainAll(ctx);
    const { rows } = await query('select count(*)::int as count from consent.entries');
    expect(rows[0].count).toBe(1 + 3 * 100);
    expect(await seqs()).toEqual(upTo(rows[0].count));
    expect(await verifyConsent(ctx)).toMatchObject({ ok: true, entries: rows[0].count, unchained: 0 });
  });

  it('entries stay unchained if the process dies during a batch, and the next process chains them', async () => {
    await givenConsent(ctx, ...entries(20));
    const holder = await ctx.db.pool.connect();
    await holder.query('begin');
    await holder.query("select from consent.entries where subject_id = 'int_19' for update");
    const dying = chainEntries(ctx, 500).catch(() => 'died');
    await untilBlocked(ctx.db, 1);
    // Another process does not wait for the one that is chaining.
    expect(await chainEntries(ctx, 500)).toBe(0);
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(await dying).toBe('died');
    await holder.query('rollback');
    holder.release();
    expect(await seqs()).toEqual(Array(20).fill(null));
    await chainAll(ctx);
    expect(await seqs()).toEqual(upTo(20));
    expect((await verifyConsent(ctx)).ok).toBe(true);
  });

  it('are not chained behind a head that was edited: the edit would become part of the chain', async () => {
    await givenConsent(ctx, ...entries(5));
    await chainAll(ctx);
    const { rows } = await query('select seq, mac, seal from consent.head');
    const edits = [
      'set seq = 4, mac = (select chain_mac from consent.entries where seq = 4)',
      "set seq = 0, mac = '', seal = null",
      'set seal = null',
      "set mac = decode(repeat('00', 32), 'hex')",
    ];
    for (const edit of edits) {
      await tamper(harness.current.owner, `update consent.head ${edit}`);
      await givenConsent(ctx, entry());
      const failing = sweepOnce(consentJobs(ctx)[0]!, ctx);
      expect([edit, await failing, (await seqs()).filter((seq) => seq !== null).length]).toEqual([edit, 0, 5]);
      await tamper(
        harness.current.owner,
        'update consent.head set seq = $1, mac = $2, seal = $3',
        Object.values(rows[0]),
      );
    }
    const failures = await ctx.metrics.loopFailures.get();
    expect(failures.values.find(({ labels }) => labels.loop === 'consent.chain')?.value).toBe(edits.length);
    await chainAll(ctx);
    expect(await verifyConsent(ctx)).toMatchObject({ ok: true, entries: 5 + edits.length });
  });

  it('waiting entries are measured: how many, and for how long', async () => {
    const gauges = async () => {
      await measureLedger(ctx);
      const { unchained, unchainedSeconds } = ctx.metrics.of(consentMetrics);
      return [(await unchained.get()).values[0]?.value, (await unchainedSeconds.get()).values[0]?.value];
    };
    expect(await gauges()).toEqual([0, 0]);
    await givenConsent(ctx, ...entries(3));
    harness.current.clock.advance(90);
    expect(await gauges()).toEqual([3, 90]);
    await chainAll(ctx);
    expect(await gauges()).toEqual([0, 0]);
  });
});

describe('wordings shown to people', () => {
  it('a wording is stored once, whoever shows it first, with one entry about it', async () => {
    const words = 'May we call you about “your” car? 😀';
    const show = () => transact(ctx, async (tx) => recordWording(tx, { version: '2026-11', words, of }));
    const hashes = await Promise.all(Array.from({ length: 10 }, show));
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(1);
    const { rows } = await query('select hash, version, words from consent.wordings');
    expect(rows).toEqual([{ hash: hashes[0], version: '2026-11', words }]);
    expect((await query('select kind from consent.entries')).rows).toEqual([{ kind: 'worded' }]);
    await chainAll(ctx);
    expect(await verifyConsent(ctx)).toMatchObject({ ok: true, entries: 1, wordings: 1 });
  });

  it('a wording verifies even if it ends in half a character', async () => {
    await transact(ctx, async (tx) => void recordWording(tx, { version: '1', words: '😀'.slice(0, 1), of }));
    expect((await verifyConsent(ctx)).ok).toBe(true);
  });
});
