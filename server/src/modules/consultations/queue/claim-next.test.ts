import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { callingRules } from '#lib/calling/calling-hours';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { setLanguage } from '../lifecycle/lifecycle.ts';
import { promoteConsultations } from './claim-next.ts';
import type { NextCall } from './schemas.ts';
import { beginSweep, promoteDue } from './store.ts';
import { leaseS, ranks, releasePauseS } from '../rules.ts';
import { givenCaller, givenQueued, queuePhone, startQueueDay, callAll, type Caller } from '../testing.ts';

const harness = useHarness();
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

describe('next', () => {
  it('next leases one consultation for five minutes, with its number, the reason, the customer’s time and the rules', async () => {
    const phone = queuePhone();
    const [id] = await givenQueued(harness.current, { contact: { phone, zip: '60601' } });
    harness.current.clock.advance(600);
    const given = await caller.next();
    expect(given).toEqual({
      none: false,
      consultation: expect.objectContaining({ id, source: 'referral' }),
      phone,
      why: [
        'Waiting for 10 min.',
        'Not called yet.',
        'The owner’s time is 11:10 (America/Chicago) or 12:10 (America/New_York); calls may be made until 20:00 (America/Chicago) or 21:00 (America/New_York).',
      ],
      attempts: 0,
      callback_at: null,
      lease_until: new Date(harness.current.clock.now().getTime() + leaseS * 1000).toISOString(),
      local_time: expect.stringMatching(/^(\S+) 11:10 America\/Chicago, \1 12:10 America\/New_York$/),
      rule_version: callingRules.version,
      may_call: true,
      opens_at: null,
      reason: null,
    });
  });

  it('next gives due callbacks first, then priority, then the longest waiting, and last those tried six times', async () => {
    const [plain, later, priority, promised, tired] = await givenQueued(
      harness.current,
      {},
      {},
      { priority: true },
      {},
      {},
    );
    const { pool } = harness.current.ctx.db;
    await pool.query(
      'update consultations.consultations set opened_at = opened_at + $2, place = place + $2 where id = $1',
      [later, '1 minute'],
    );
    await pool.query('update consultations.consultations set attempts = 6 where id = $1', [tired]);
    const callback = new Date(harness.current.clock.now().getTime() + 1_800_000);
    const asked = { outcome: 'callback_requested', callback_at: callback.toISOString() };
    await caller.act('claim', promised ?? '');
    await caller.act('calls', promised ?? '', asked);
    harness.current.clock.advance(1800 + 180);
    const first = await caller.next();
    expect([first.consultation?.id, first.why[0]]).toEqual([
      promised,
      'Asked to be called at 12:30 (America/New_York), 3 min ago.',
    ]);
    await caller.act('calls', promised ?? '', { outcome: 'voicemail' });
    expect((await caller.next()).why[0]).toMatch(/^Priority/);
    expect(await callAll(caller)).toEqual([priority, plain, later, tired]);
  });

  it('next does not give a callback before its time', async () => {
    const [id] = await givenQueued(harness.current, {});
    const at = new Date(harness.current.clock.now().getTime() + 3_600_000).toISOString();
    await caller.act('calls', id ?? '', { outcome: 'callback_requested', callback_at: at });
    expect(await caller.next()).toMatchObject({ none: true, reason: 'not_yet_due', opens_at: at });
    harness.current.clock.advance(3599);
    expect((await caller.next()).none).toBe(true);
    harness.current.clock.advance(1);
    expect((await caller.next()).consultation?.id).toBe(id);
  });

  it('next waits longer after each call that reached no one: 1 h, 4 h, 20 h, 24 h, 48 h', async () => {
    const [id = ''] = await givenQueued(harness.current, {});
    const waits: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await caller.act('calls', id, { outcome: 'no_answer' });
      const { rows } = await harness.current.ctx.db.pool.query(
        'select attempts, rank, next_call_at from consultations.consultations where id = $1',
        [id],
      );
      waits.push((rows[0].next_call_at.getTime() - harness.current.clock.now().getTime()) / 3_600_000);
      expect([rows[0].attempts, rows[0].rank]).toEqual([turn + 1, turn === 5 ? ranks.last : ranks.registered]);
    }
    expect(waits).toEqual([1, 4, 20, 24, 48, 72]);
  });

  it('next repeats the consultation that the caller already has, and gives it to no other caller', async () => {
    const [id] = await givenQueued(harness.current, {});
    await caller.next();
    const again = await caller.next();
    expect([again.consultation?.id, again.why[0]]).toEqual([id, 'You have this case in hand already.']);
    expect((await (await givenCaller(harness.current)).next()).none).toBe(true);
  });

  it('next never gives a closed consultation, a delivered one, a sandbox one, or one without a number', async () => {
    const [closed, delivered] = await givenQueued(
      harness.current,
      {},
      {},
      { test: true },
      { contact: { phone: undefined, state: 'NY' } },
    );
    const { pool } = harness.current.ctx.db;
    await pool.query('update consultations.consultations set closed_at = $2, ready = false where id = $1', [
      closed,
      harness.current.clock.now(),
    ]);
    await pool.query('update consultations.consultations set delivered_at = $2, ready = false where id = $1', [
      delivered,
      harness.current.clock.now(),
    ]);
    expect(await caller.next()).toMatchObject({ none: true, reason: 'nobody_waits', opens_at: null });
  });

  it.each(['+18005550199', '+19005550199', '+18765550199'])('next never gives the number %s', async (phone) => {
    const [id] = await givenQueued(harness.current, { contact: { phone } });
    expect(await caller.next()).toMatchObject({ none: true, reason: 'nobody_waits' });
    const claimed = await caller.act('claim', id ?? '');
    expect([claimed.status, claimed.body.phone, claimed.body.may_call, claimed.body.reason]).toEqual([
      200,
      null,
      false,
      'no_number',
    ]);
    await caller.act('release', id ?? '');
  });

  it('next is for staff only', async () => {
    expect((await harness.current.call('POST', '/api/staff/v1/queue/next')).status).toBe(401);
    expect((await caller.act('claim', 'con_unknown')).status).toBe(404);
    expect((await caller.act('calls', 'con_unknown', { outcome: 'no_answer' })).status).toBe(404);
  });
});

describe('a lease', () => {
  it('a lease ends when its browser crashes, and the consultation is offered again within five minutes', async () => {
    const [id] = await givenQueued(harness.current, {});
    await caller.next();
    const other = await givenCaller(harness.current);
    harness.current.clock.advance(leaseS - 1);
    expect(await other.next()).toMatchObject({ none: true, reason: 'busy' });
    harness.current.clock.advance(1);
    expect((await other.next()).consultation?.id).toBe(id);
    const late = await caller.act('heartbeat', id ?? '');
    expect([late.status, late.body.code]).toEqual([409, 'case_claimed']);
  });

  it('a lease is renewed while its page is open, for two hours at most', async () => {
    const [id = ''] = await givenQueued(harness.current, {});
    await caller.next();
    for (let minute = 0; minute < 119; minute += 1) {
      harness.current.clock.advance(60);
      expect((await caller.act('heartbeat', id)).status).toBe(200);
    }
    harness.current.clock.advance(60);
    expect((await caller.act('heartbeat', id)).body.code).toBe('lease_lost');
  });

  it('a lease is reported with the caller’s name to other callers, and a lead can take it over with a reason', async () => {
    const [id = ''] = await givenQueued(harness.current, {});
    await caller.next();
    const [other, lead] = [await givenCaller(harness.current), await givenCaller(harness.current, 'lead')];
    const refused = await other.act('claim', id);
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'case_claimed', claimed_by: 'Synthetic Staff' }),
    ]);
    expect((await other.act('take-over', id, { reason: 'x' })).status).toBe(403);
    expect((await lead.act('take-over', id, {})).status).toBe(400);
    expect((await lead.act('take-over', id, { reason: 'shift ended' })).body.consultation.id).toBe(id);
    expect((await caller.act('heartbeat', id)).body.code).toBe('case_claimed');
    const { rows } = await harness.current.ctx.db.pool.query(
      "select reason, staff_id from audit.entries where operation = 'consultations.take-over' and subject_id = $1 and kind = 'action'",
      [id],
    );
    expect(rows).toEqual([{ reason: 'shift ended', staff_id: lead.staffId }]);
  });

  it('releasing a lease pauses the consultation for a quarter of an hour', async () => {
    const [id = ''] = await givenQueued(harness.current, {});
    await caller.next();
    const other = await givenCaller(harness.current);
    expect((await other.act('release', id)).body.code).toBe('case_claimed');
    expect((await caller.act('release', id, { reason: 'speaks another language' })).status).toBe(200);
    expect((await caller.act('release', id)).body.code).toBe('lease_lost');
    expect((await other.next()).none).toBe(true);
    harness.current.clock.advance(releasePauseS);
    expect((await other.next()).consultation?.id).toBe(id);
  });
});

describe('the sweep', () => {
  it('the sweep returns consultations to the queue when their pause or lease is over, once', async () => {
    const [leased = '', paused = '', waiting = ''] = await givenQueued(harness.current, {}, {}, {});
    await caller.act('claim', leased);
    await caller.act('calls', paused, { outcome: 'voicemail' });
    expect(await promoteConsultations(harness.current.ctx, 500)).toBe(0);
    harness.current.clock.advance(3600);
    expect([
      await promoteConsultations(harness.current.ctx, 500),
      await promoteConsultations(harness.current.ctx, 500),
    ]).toEqual([2, 0]);
    const { rows } = await harness.current.ctx.db.pool.query(
      'select ready, next_call_at, lease_staff_id from consultations.consultations where id = any($1)',
      [[leased, paused, waiting]],
    );
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ ready: true, next_call_at: null, lease_staff_id: null })));
  });

  it('a caller who finds the queue empty waits for the result of a running sweep', async () => {
    const { ctx } = harness.current;
    const [id = ''] = await givenQueued(harness.current, {});
    await caller.act('calls', id, { outcome: 'voicemail' });
    harness.current.clock.advance(3600);
    const other = await givenCaller(harness.current);
    let asked: Promise<NextCall> | undefined;
    await transact(ctx, async (tx) => {
      beginSweep(tx.db);
      expect(await promoteDue(tx.db, tx.clock.now(), 500)).toHaveLength(1);
      asked = other.next();
      await until('the caller to wait', async () => {
        const { rowCount } = await ctx.db.pool.query(
          `select 1 from pg_locks join pg_database on pg_database.oid = database
           where datname = current_database() and locktype = 'advisory' and mode = 'ShareLock' and not granted`,
        );
        return rowCount === 1;
      });
    });
    expect((await asked)?.consultation?.id).toBe(id);
  });
});

describe('a customer who chose Spanish', () => {
  const speak = (staffId: string, languages: readonly string[]) =>
    harness.current.ctx.db.pool.query('update staff.members set languages = $2 where id = $1', [staffId, languages]);
  const givenSpanish = async () => {
    const [id = ''] = await givenQueued(harness.current, {});
    await transact(harness.current.ctx, async (tx) => setLanguage(tx, { consultationId: id, language: 'es' }));
    return id;
  };

  it('a Spanish speaker is offered to any caller, with the language noted, while no staff member speaks it', async () => {
    const id = await givenSpanish();
    const { consultation, why } = await caller.next();
    expect([consultation?.id, why]).toEqual([id, expect.arrayContaining(['Speaks Spanish.'])]);
  });

  it('a Spanish speaker is left to a caller who speaks it, for four hours, unless that account is disabled', async () => {
    const bilingual = await givenCaller(harness.current);
    await speak(bilingual.staffId, ['es']);
    const id = await givenSpanish();
    expect(await caller.next()).toMatchObject({ none: true, reason: 'busy' });
    expect((await bilingual.next()).consultation?.id).toBe(id);
    await bilingual.act('release', id, { reason: 'tested' });
    await speak(bilingual.staffId, []);
    const other = await givenCaller(harness.current);
    await speak(other.staffId, ['es']);
    const second = await givenSpanish();
    await harness.current.ctx.db.pool.query('update staff.members set disabled_at = now() where id = $1', [
      other.staffId,
    ]);
    expect((await caller.next()).consultation?.id).toBe(second);
    await caller.act('calls', second, { outcome: 'no_answer' });
    await harness.current.ctx.db.pool.query('update staff.members set disabled_at = null where id = $1', [
      other.staffId,
    ]);
    const third = await givenSpanish();
    expect((await caller.next()).none).toBe(true);
    harness.current.clock.advance(4 * 3600);
    await promoteConsultations(harness.current.ctx, 100);
    expect((await callAll(caller)).includes(third)).toBe(true);
    await speak(other.staffId, []);
  });
});
