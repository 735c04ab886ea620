import { beforeAll, describe, expect, it } from 'vitest';
import { planOf, statementsOf } from '#testing/referrals';
import { useHarness } from '#test/harness';
import { addSeconds } from '#lib/time/dates';
import { callCaps } from '#lib/calling/call-caps';
import type { TxDb } from '#platform/db';
import { listOutlook, lockFirstFree, lockOwnLease, promoteDue } from './store.ts';
import { emptyQueue, givenCaller, moveToWeekday } from '../testing.ts';

const harness = useHarness();
const open = 50_000;
const windows = 60;
const keys = Array.from({ length: windows }, (_, index) => `u:S${index}|America/New_York`);

const every = keys.map((key) => ({ key, caps: callCaps }));

// Every second number was tried, every fourteenth as often as allowed. Half of the consultations are ready, two
// fifths are paused, and a tenth have a callback or a lease.
beforeAll(async () => {
  moveToWeekday(harness.current);
  const { pool } = harness.current.ctx.db;
  await emptyQueue(harness.current);
  await pool.query(
    `insert into consultations.call_windows (key, zones) select key, '{America/New_York}' from unnest($1::text[]) as key`,
    [keys],
  );
  await pool.query(
    `insert into consultations.consultations (id, number, source, source_id, priority, test, opened_at, place, ready,
       next_call_at, window_key, attempts, phone_hash)
     select 'con_' || lpad(n::text, 24, '0'), 'CN-X' || n, 'referral', 'ref_' || n, n % 40 = 0, false, at, at,
       n % 10 < 5,
       case when n % 10 >= 5 then $1::timestamptz + make_interval(secs => 60 + n % 86400) end,
       ($2::text[])[1 + n % ${windows}], n % 4, sha256(n::text::bytea)
     from (select n, $1::timestamptz - make_interval(secs => 500000 - n) as at from generate_series(1, $3::int) n) rows`,
    [harness.current.clock.now(), keys, open],
  );
  await pool.query(
    `insert into consultations.numbers (hash, test, attempts, called_at, called_case)
     select sha256(n::text::bytea), false, array_fill($1::timestamptz - interval '3 hours', array[case when n % 14 = 0 then 3 else 1 end]),
       $1::timestamptz - interval '3 hours', 'con_' || lpad(n::text, 24, '0')
     from generate_series(2, $2::int, 2) n`,
    [harness.current.clock.now(), open],
  );
  await harness.current.owner.pool.query(
    'vacuum (analyze) consultations.consultations, consultations.numbers, consultations.number_aliases',
  );
});

const now = () => harness.current.clock.now();
const reserved = () => ({ staffIds: ['stf_a', 'stf_b'], since: addSeconds(now(), -900) });
const unspoken = () => ({ languages: ['es'], since: addSeconds(now(), -14_400) });
const query = () => ({ now: now(), heads: 25, passed: [], reserved: reserved(), unspoken: unspoken() });

async function timeOf(work: (db: TxDb) => unknown): Promise<{ plan: string; ms: number }> {
  const [statement] = await statementsOf((db) => work(db as TxDb));
  if (statement === undefined) throw new Error('nothing was asked');
  const plans: { plan: string; ms: number }[] = [];
  // The first run warms the cache for the others.
  for (let turn = 0; turn < 3; turn += 1) {
    const plan = await planOf(harness.current, statement, true);
    plans.push({ plan, ms: Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]) });
  }
  return plans.toSorted((a, b) => a.ms - b.ms)[0] ?? { plan: '', ms: Number.NaN };
}

/** The time to scan all of them with their numbers, on this machine at this moment. */
const countingMs = async (): Promise<number> => {
  const text = `select c.window_key, count(n.hash), max(n.called_at) from consultations.consultations c
    left join consultations.numbers n on n.hash = c.phone_hash group by c.window_key`;
  return (await timeOf((db) => db.many({ text, values: [] }))).ms;
};

/** On a busy machine one measurement can stall and the other not, so both are timed again. */
async function expectWithin(share: number, work: (db: TxDb) => unknown): Promise<string> {
  for (let round = 1; ; round += 1) {
    const { plan, ms } = await timeOf(work);
    const ratio = ms / (await countingMs());
    if (round === 5) expect(ratio).toBeLessThan(share);
    if (ratio < share) return plan;
  }
}

describe('with 50,000 open consultations', () => {
  it.each<[string, (db: TxDb) => unknown]>([
    ['the first case of all windows', (db) => lockFirstFree(db, { windows: every, ...query() })],
    ['the first case of one window', (db) => lockFirstFree(db, { windows: every.slice(0, 1), ...query() })],
    ['what one has in hand', (db) => lockOwnLease(db, 'stf_x', now())],
    ['whose time has come', (db) => promoteDue(db, now(), 500)],
  ])('%s is found by an index, in a third of the time of counting all consultations', async (_what, work) => {
    expect(await expectWithin(1 / 3, work)).not.toMatch(/Seq Scan on consultations\b/);
  });

  it('the outlook, needed only when nobody can be called, takes at most five times as long as counting all consultations', async () => {
    expect(await expectWithin(5, (db) => listOutlook(db, now(), every))).not.toBe('');
  });

  it('next gives the longest waiting of the first rank', async () => {
    const caller = await givenCaller(harness.current);
    const { consultation } = await caller.next();
    expect(consultation?.id).toBe(`con_${'40'.padStart(24, '0')}`);
  });

  it('two thousand promised calls that are left to their assignees do not slow down next', async () => {
    const { pool } = harness.current.ctx.db;
    await pool.query(
      `update consultations.consultations set callback_at = $1, place = $1, assignee_id = 'stf_a'
       where id in (select id from consultations.consultations where ready order by id limit 2000)`,
      [now()],
    );
    await harness.current.owner.pool.query('vacuum (analyze) consultations.consultations');
    const plan = await expectWithin(1 / 3, (db) => lockFirstFree(db, { windows: every, ...query() }));
    expect(plan).not.toMatch(/Seq Scan on consultations\b/);
  });

  it('two thousand Spanish speakers left to Spanish-speaking callers do not slow down next', async () => {
    const { pool } = harness.current.ctx.db;
    await pool.query(
      `update consultations.consultations set language = 'es', place = $1
       where id in (select id from consultations.consultations where ready order by id desc limit 2000)`,
      [now()],
    );
    await harness.current.owner.pool.query('vacuum (analyze) consultations.consultations');
    const plan = await expectWithin(1 / 3, (db) => lockFirstFree(db, { windows: every, ...query() }));
    expect(plan).not.toMatch(/Seq Scan on consultations\b/);
  });
});
