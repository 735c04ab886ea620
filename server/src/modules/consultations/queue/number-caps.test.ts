import { beforeEach, describe, expect, it } from 'vitest';
import { addHours } from '#lib/time/dates';
import { transact } from '#platform/db';
import { startRotated } from '#test/fixtures/rotated-keys';
import { startHarness, useHarness } from '#test/harness';
import { recordAttempt } from '../number-store.ts';
import { capsIn, leaseS, phoneGuardS, phoneName, releasePauseS, unknownLocation } from '../rules.ts';
import { givenCaller, givenQueued, moveTo, queuePhone, startQueueDay, type Caller } from '../testing.ts';
import { callCaps } from '#lib/calling/call-caps';
import { callingRules } from '#lib/calling/calling-hours';
import { listWindows } from '../contacts/window-store.ts';
import { lockFirstFree } from './store.ts';

const harness = useHarness();
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

const now = () => harness.current.clock.now();
const contact = () => ({ phone: queuePhone(), state: 'NY' });
const sources = ['referral', 'membership'] as const;

/** Calls every offered customer without an answer, once an hour from 8:00 to 20:00; returns when each was offered. */
async function callAllDay(phone: string, callers: readonly Caller[]): Promise<Date[]> {
  const date = now().toISOString().slice(0, 10);
  const offers: Date[] = [];
  for (let hour = 13; hour < 26; hour += 1) {
    const at = new Date(Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000);
    if (at < now()) continue;
    moveTo(harness.current, at.toISOString());
    const by = callers[hour % callers.length] ?? caller;
    const given = await by.next();
    if (given.consultation === null) continue;
    expect(given.phone).toBe(phone);
    offers.push(now());
    await by.act('calls', given.consultation.id, { outcome: hour % 2 === 0 ? 'voicemail' : 'no_answer' });
  }
  return offers;
}

describe('a number', () => {
  it('a number with fifteen cases is offered three times a day and eight times in thirty days, across sources and callers', async () => {
    const to = contact();
    const cases = Array.from({ length: 15 }, (_, index) => ({ contact: to, source: sources[index % 2] ?? 'referral' }));
    await givenQueued(harness.current, ...cases);
    const team = [caller, await givenCaller(harness.current), await givenCaller(harness.current)];
    const offers: Date[] = [];
    const first = Date.parse(`${now().toISOString().slice(0, 10)}T13:00:00.000Z`);
    for (const day of [0, 1, 2, 3, 29, 30, 31]) {
      if (day > 0) moveTo(harness.current, new Date(first + day * 86_400_000).toISOString());
      offers.push(...(await callAllDay(to.phone, team)));
      const within = (hours: number) => offers.filter((at) => at > addHours(now(), -hours)).length;
      expect(within(24)).toBeLessThanOrEqual(3);
      expect(within(720)).toBeLessThanOrEqual(8);
    }
    expect(offers.length).toBeGreaterThan(8);
  });

  it("a number's cap includes calls logged without a claim, about any case and with any outcome", async () => {
    const to = contact();
    const [first = '', second = '', third = '', last = ''] = await givenQueued(
      harness.current,
      ...Array.from({ length: 4 }, () => ({ contact: to })),
    );
    const from = now();
    await caller.act('calls', first, { outcome: 'no_answer' });
    await caller.act('calls', second, { outcome: 'confirmed' });
    await caller.act('calls', third, { outcome: 'callback_requested' });
    harness.current.clock.advance(phoneGuardS);
    const answer = await caller.next();
    expect(answer).toMatchObject({ none: true, reason: 'capped', opens_at: addHours(from, 24).toISOString() });
    expect((await caller.act('claim', last)).body).toMatchObject({ phone: null, reason: 'capped' });
  });

  it('a number that was shown without a logged call counts as tried; showing it again to the same caller is the same attempt', async () => {
    const [id = ''] = await givenQueued(harness.current, { contact: contact() });
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await caller.next()).toMatchObject({ may_call: true, consultation: { id } });
      expect(await caller.next()).toMatchObject({ may_call: true, consultation: { id } });
      expect((await caller.act('claim', id)).body).toMatchObject({ may_call: true, consultation: { id } });
      await caller.act('heartbeat', id);
      await caller.act('release', id);
      harness.current.clock.advance(releasePauseS);
    }
    expect(await caller.next()).toMatchObject({ none: true, reason: 'capped' });
  });

  it('a number whose lease expired counts too, and a call logged later is the attempt that was begun', async () => {
    const [id = ''] = await givenQueued(harness.current, { contact: contact() });
    await caller.next();
    harness.current.clock.advance(leaseS);
    await caller.act('calls', id, { outcome: 'voicemail' });
    expect(await attemptsOf(id)).toEqual([now()]);
    harness.current.clock.advance(phoneGuardS);
    await caller.next();
    expect(await attemptsOf(id)).toHaveLength(2);
  });

  it('a case whose number was tried too often can be worked on without the number, and a stop is logged', async () => {
    const to = contact();
    const [id = ''] = await givenQueued(harness.current, { contact: to });
    const from = now();
    for (let turn = 0; turn < 3; turn += 1) await caller.act('calls', id, { outcome: 'no_answer' });
    const lead = await givenCaller(harness.current, 'lead');
    const capped = { phone: null, may_call: false, reason: 'capped', opens_at: addHours(from, 24).toISOString() };
    expect((await caller.act('claim', id)).body).toMatchObject(capped);
    expect((await caller.act('claim', id)).body).toMatchObject(capped);
    expect(await caller.next()).toMatchObject({ ...capped, none: false });
    expect((await lead.act('take-over', id, { reason: 'shift ended' })).body).toMatchObject(capped);
    expect((await lead.act('calls', id, { outcome: 'do_not_contact' })).status).toBe(200);
    const { body } = await harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token: caller.token });
    expect(body.calling).toMatchObject({ may_call: false, ended: expect.any(String) });
  });

  it('the board shows a number to the caller who has it, and shows others when calls are allowed again', async () => {
    const { body: me } = await harness.current.call('GET', '/api/staff/v1/me', { token: caller.token });
    const [id = ''] = await givenQueued(harness.current, { contact: contact() });
    const from = now();
    for (let turn = 0; turn < 2; turn += 1) await caller.act('calls', id, { outcome: 'no_answer' });
    await caller.act('claim', id);
    const look = async ({ token }: Caller) =>
      (await harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token })).body.calling;
    expect([me.id, await look(caller)]).toMatchObject([caller.staffId, { may_call: true, reason: null }]);
    expect(await look(await givenCaller(harness.current))).toMatchObject({
      may_call: false,
      reason: 'capped',
      opens_at: addHours(from, 24).toISOString(),
    });
  });

  it('an outcome applied to a case from a call about another one does not count as an attempt', async () => {
    const [id = ''] = await givenQueued(harness.current, { contact: contact() });
    await caller.act('calls', id, { outcome: 'no_answer' });
    await transact(harness.current.ctx, async (tx) => {
      await tx.db.many({
        text: `insert into consultations.calls (id, consultation_id, staff_id, outcome, called_at, phone_hash, applied_from)
          select 'cal_applied', consultation_id, staff_id, outcome, called_at, phone_hash, id from consultations.calls
          where consultation_id = $1`,
        values: [id],
      });
      recordAttempt(tx.db, 'cal_applied', caller.staffId);
    });
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  it('a number keeps its count after a key change', async () => {
    const to = contact();
    const [first = '', second = ''] = await givenQueued(harness.current, { contact: to }, { contact: to });
    await caller.act('calls', first, { outcome: 'no_answer' });
    await caller.act('calls', second, { outcome: 'no_answer' });
    const rotated = await startRotated(harness.current);
    try {
      const [third = ''] = await givenQueued(rotated, { contact: to });
      const other = await givenCaller(rotated);
      expect((await other.act('claim', third)).body.code).toBe('called_recently');
      rotated.clock.advance(phoneGuardS);
      harness.current.clock.advance(phoneGuardS);
      // Logged under the new key and counted with those under the old one.
      await other.act('calls', third, { outcome: 'no_answer' });
      rotated.clock.advance(2 * phoneGuardS);
      harness.current.clock.advance(2 * phoneGuardS);
      // A caller with only the old key cannot read data that the new one encrypted.
      for (const [who, ids] of [
        [other, [first, second, third]],
        [caller, [first, second]],
      ] as const) {
        expect(await who.next()).toMatchObject({ none: true, reason: 'capped' });
        for (const id of ids) {
          const { body } = await who.act('claim', id);
          expect(body).toMatchObject({ phone: null, reason: 'capped' });
          await who.act('release', id);
        }
      }
    } finally {
      await rotated.close();
    }
  });

  it('a number that was counted under two keys is merged into one', async () => {
    const to = contact();
    const [old = ''] = await givenQueued(harness.current, { contact: to });
    await caller.act('calls', old, { outcome: 'no_answer' });
    await caller.act('calls', old, { outcome: 'no_answer' });
    const rotated = await startRotated(harness.current);
    try {
      const [id = ''] = await givenQueued(rotated, { contact: to });
      const { pool } = rotated.ctx.db;
      await pool.query('delete from consultations.number_aliases');
      const other = await givenCaller(rotated);
      await other.act('calls', id, { outcome: 'no_answer' });
      const hashes = rotated.ctx.vault.fingerprints(phoneName(to.phone));
      const count = async () =>
        (await pool.query('select 1 from consultations.numbers where hash = any($1)', [hashes])).rows.length;
      expect(await count()).toBe(2);
      rotated.clock.advance(2 * phoneGuardS);
      harness.current.clock.advance(2 * phoneGuardS);
      expect((await other.act('claim', id)).body).toMatchObject({ phone: null, reason: 'capped' });
      expect(await count()).toBe(1);
      await other.act('release', id);
      expect((await caller.act('claim', old)).body).toMatchObject({ phone: null, reason: 'capped' });
    } finally {
      await rotated.close();
    }
  });

  it('a stricter setting lowers the caps of a number, and no setting raises them', async () => {
    const stricter = await startHarness({ CALLING_HOURS: '{"version":"stricter","caps":{"per24h":1}}' });
    try {
      const own = await startQueueDay(stricter);
      const [id = ''] = await givenQueued(stricter, {});
      await own.act('calls', id, { outcome: 'no_answer' });
      stricter.clock.advance(2 * phoneGuardS);
      expect(await own.next()).toMatchObject({ none: true, reason: 'capped' });
    } finally {
      await stricter.close();
    }
    const looser = { ...harness.current.config, callingHours: { ...callingRules, caps: { per24h: 4, per30d: 9 } } };
    expect(capsIn(looser, unknownLocation)).toEqual(callCaps);
  });
});

describe('a number that may not be called does not hold up others', () => {
  /** Waiting cases of one number, by SQL; no test reads them. */
  const givenMany = (phone: string, count: number) =>
    harness.current.ctx.db.pool.query(
      `insert into consultations.consultations (id, number, source, source_id, priority, test, opened_at, place, window_key,
         phone_hash, encrypted_phone)
       select 'con_' || $1 || lpad(n::text, 18, '0'), 'CN-' || $1 || n, 'referral', 'ref_' || $1 || n, true, false, $2, $2,
         c.window_key, c.phone_hash, c.encrypted_phone
       from generate_series(1, $3::int) n, (select * from consultations.consultations where phone_hash = $4 limit 1) c`,
      [phone.slice(-6), now(), count, harness.current.ctx.vault.fingerprint(phoneName(phone))],
    );

  it('one statement skips 5,000 cases of a capped number', async () => {
    const to = contact();
    const [capped = ''] = await givenQueued(harness.current, { contact: to });
    for (let turn = 0; turn < 3; turn += 1) await caller.act('calls', capped, { outcome: 'no_answer' });
    await givenMany(to.phone, 5000);
    const [free] = await givenQueued(harness.current, {});
    await harness.current.owner.pool.query('analyze consultations.consultations');
    const row = await transact(harness.current.ctx, async (tx) => {
      const windows = (await listWindows(tx.db)).map(({ key }) => ({ key, caps: callCaps }));
      return lockFirstFree(tx.db, {
        windows,
        now: now(),
        heads: 25,
        passed: [],
        reserved: { staffIds: [], since: now() },
        unspoken: { languages: [], since: now() },
      });
    });
    expect(row?.id).toBe(free);
    expect((await caller.next()).consultation?.id).toBe(free);
  });

  it('sixty cases are skipped when a colleague has the number, and when it was called within the hour', async () => {
    const to = contact();
    await givenQueued(harness.current, ...Array.from({ length: 61 }, () => ({ contact: to, priority: true })));
    const [free = ''] = await givenQueued(harness.current, {});
    const other = await givenCaller(harness.current);
    const { consultation } = await other.next();
    expect((await caller.next()).consultation?.id).toBe(free);
    await caller.act('release', free);
    await other.act('calls', consultation?.id ?? '', { outcome: 'no_answer' });
    harness.current.clock.advance(releasePauseS);
    expect((await caller.next()).consultation?.id).toBe(free);
  });

  it('sixty customers who asked not to be contacted are skipped', async () => {
    const silent = Array.from({ length: 60 }, () => contact());
    await givenQueued(harness.current, ...silent.map((to) => ({ contact: to, priority: true })));
    const [free = ''] = await givenQueued(harness.current, {});
    for (const { phone } of silent)
      await harness.current.call('POST', '/api/staff/v1/do-not-contact', { token: caller.token, body: { phone } });
    expect((await caller.next()).consultation?.id).toBe(free);
  });
});

async function attemptsOf(id: string): Promise<Date[]> {
  const { rows } = await harness.current.ctx.db.pool.query(
    'select n.attempts from consultations.numbers n join consultations.consultations c on c.phone_hash = n.hash where c.id = $1',
    [id],
  );
  return rows[0]?.attempts ?? [];
}
