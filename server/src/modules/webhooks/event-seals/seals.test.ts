import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '#lib/time/dates';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { gate, until } from '#test/until';
import { emit } from '../events/events.ts';
import { loggedEvent, writeEvents } from '../events/testing.ts';
import { emptyDay, fingerprintIds } from './rules.ts';
import { checkSeals, listSeals, makeSeals } from './seals.ts';

const harness = useHarness({ DATABASE_POOL_SIZE: '16' });
const day = 86_400;

const newAccount = () => `inst_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;
const listed = async (accountId: string, livemode = false) =>
  (await listSeals(harness.current.ctx, { accountId, livemode }, { limit: 100, cursor: undefined })).data;
const sealOf = async (accountId: string, of: string, livemode = false) =>
  (await listed(accountId, livemode)).find((seal) => seal.day === of);
const rows = async () =>
  (await harness.current.owner.pool.query('select * from events.daily_digests order by account_id, livemode, day'))
    .rows;

/** Repeats until the day is complete, because another test's transaction may be open. */
const sealAll = () =>
  until('all days to be sealed', async () => (await makeSeals(harness.current.ctx)).waiting === 0, 60_000);

/** Moves to noon of the next day. */
const nextDay = () => harness.current.clock.advance(day);

describe('the digest of a day', () => {
  it("a day's digest has the count, the first and the last id, and the fingerprint of all, for one account and mode", async () => {
    const [account, other] = [newAccount(), newAccount()];
    const today = dayOf(harness.current.clock.now());
    const ids = await writeEvents(harness.current, ...Array.from({ length: 25 }, () => loggedEvent(account)));
    const live = await writeEvents(harness.current, loggedEvent(account, { livemode: true }));
    const statement = loggedEvent(account, { type: 'plan.statement.issued', livemode: true });
    const statements = await writeEvents(harness.current, statement);
    await writeEvents(harness.current, loggedEvent(other));
    await until('the events to be complete', async () => (await sealOf(account, today))?.count === 25, 60_000);
    expect(await sealOf(account, today)).toMatchObject({ status: 'open', sha256: null, sealed_at: null });
    nextDay();
    await sealAll();
    const ordered = ids.toSorted((a, b) => (a < b ? -1 : 1));
    expect(await sealOf(account, today)).toEqual({
      object: 'portal.event_seal',
      day: today,
      status: 'sealed',
      count: 25,
      first_id: ordered[0],
      last_id: ordered.at(-1),
      sha256: fingerprintIds(ids).sha256,
      sealed_at: expect.any(String),
      broken: null,
    });
    expect(await sealOf(account, today, true)).toMatchObject(fingerprintIds([...live, ...statements]));
    expect(await sealOf(other, today)).toMatchObject({ status: 'sealed', count: 1 });
    expect(await sealOf(other, today, true)).toMatchObject({ status: 'sealed', ...emptyDay, first_id: null });
  });

  it("a day's digest is created once, and neither another run nor anyone else can change it", async () => {
    const account = newAccount();
    await writeEvents(harness.current, loggedEvent(account));
    nextDay();
    await sealAll();
    const before = await rows();
    expect(await makeSeals(harness.current.ctx)).toEqual({ noted: 0, sealed: 0, waiting: 0 });
    expect(await rows()).toEqual(before);
    const { pool } = harness.current.owner;
    await expect(pool.query('update events.daily_digests set count = count + 1')).rejects.toThrow('only added to');
    await expect(pool.query('delete from events.daily_digests')).rejects.toThrow('only added to');
    await expect(pool.query('truncate events.daily_digests')).rejects.toThrow('only added to');
  });

  it("a day's digest is not created on that day, nor in the first quarter of an hour after it", async () => {
    const { clock, ctx } = harness.current;
    const account = newAccount();
    await writeEvents(harness.current, loggedEvent(account));
    const today = dayOf(clock.now());
    const midnight = new Date(`${dayOf(addDays(clock.now(), 1))}T00:00:00Z`);
    const sinceMidnight = (seconds: number) =>
      clock.advance((midnight.getTime() - clock.now().getTime()) / 1000 + seconds);
    sinceMidnight(14 * 60);
    await makeSeals(ctx);
    await until('the event to be counted', async () => (await sealOf(account, today))?.count === 1);
    expect(await sealOf(account, today)).toMatchObject({ status: 'closing', sha256: null });
    sinceMidnight(15 * 60);
    await sealAll();
    expect(await sealOf(account, today)).toMatchObject({ status: 'sealed', count: 1 });
    clock.advance(12 * 3600);
  });

  it("a day's digest waits for a transaction that was open at the end of the day, and includes its events", async () => {
    const { ctx, clock } = harness.current;
    const account = newAccount();
    const today = dayOf(clock.now());
    const [begun, ended] = [gate(), gate()];
    const late = transact(ctx, async (tx) => {
      const [event] = emit(tx, loggedEvent(account));
      await tx.db.many({ text: 'select pg_current_xact_id()::text', values: [] });
      begun.open();
      await ended.opened;
      return event?.id ?? '';
    });
    await begun.opened;
    nextDay();
    expect(await makeSeals(ctx)).toMatchObject({ waiting: 1 });
    expect(await sealOf(account, today)).toMatchObject({ status: 'closing', count: 0 });
    ended.open();
    const id = await late;
    await sealAll();
    expect(await sealOf(account, today)).toMatchObject({ status: 'sealed', ...fingerprintIds([id]), first_id: id });
  });

  it("a day's digest is not changed by later writes into its day, which raise an alarm once", async () => {
    const { ctx, clock, logLines, owner } = harness.current;
    const [account, empty] = [newAccount(), newAccount()];
    const today = dayOf(clock.now());
    const [id = ''] = await writeEvents(harness.current, loggedEvent(account));
    nextDay();
    await sealAll();
    expect((await checkSeals(ctx)).broken).toBe(0);
    const sealed = await sealOf(account, today);
    const old = { ...ctx, clock: { ...clock, now: () => addDays(clock.now(), -1) } };
    await transact(old, async (tx) => emit(tx, loggedEvent(account), loggedEvent(empty)));
    await sealAll();
    expect(await checkSeals(ctx)).toMatchObject({ broken: 2 });
    expect(await checkSeals(ctx)).toMatchObject({ broken: 0 });
    expect(await sealOf(account, today)).toEqual({
      ...sealed,
      status: 'broken',
      broken: { found_at: clock.now().toISOString(), count: 2 },
    });
    expect(await sealOf(empty, today)).toMatchObject({ status: 'broken', count: 0, broken: { count: 1 } });
    expect(logLines.filter((line) => line.includes('events.day-broken'))).toHaveLength(2);
    // Deletions are noticed too.
    const third = newAccount();
    const [taken] = await writeEvents(harness.current, loggedEvent(third));
    const day = dayOf(clock.now());
    nextDay();
    await sealAll();
    await owner.pool.query('delete from events.events where id = $1', [taken]);
    expect(await checkSeals(ctx)).toMatchObject({ broken: 1 });
    expect(await sealOf(third, day)).toMatchObject({ status: 'broken', count: 1, broken: { count: 0 } });
    expect(sealed).toMatchObject(fingerprintIds([id]));
  });
});

describe('the list of digests', () => {
  it('the list begins with today, is read page by page, and ends where digests began', async () => {
    const { ctx } = harness.current;
    const tenant = { accountId: newAccount(), livemode: false };
    const all = await listed(tenant.accountId);
    const days: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listSeals(ctx, tenant, { limit: 7, cursor });
      days.push(...page.data.map((seal) => seal.day));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(days).toEqual(all.map((seal) => seal.day));
    expect(days[0]).toBe(dayOf(harness.current.clock.now()));
    expect(days.length).toBeGreaterThan(29);
  });

  it('the list refuses an invalid cursor', async () => {
    const tenant = { accountId: newAccount(), livemode: false };
    for (const text of ['2026-02-31', '2026-13-01', 'x']) {
      const cursor = Buffer.from(JSON.stringify([text])).toString('base64url');
      await expect(listSeals(harness.current.ctx, tenant, { limit: 5, cursor })).rejects.toMatchObject({ status: 400 });
    }
  });
});
