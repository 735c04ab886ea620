import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenIntake } from '#testing/intakes';
import { callingRules } from '#lib/calling/calling-hours';
import { useHarness } from '#test/harness';
import { phoneGuardS } from '../rules.ts';
import { givenCaller, givenQueued, moveTo, queuePhone, startQueueDay, callAll, type Caller } from '../testing.ts';

const harness = useHarness();
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

describe('a number', () => {
  it('a number that is being called is not offered again, in any consultation', async () => {
    const phone = queuePhone();
    const both = await givenQueued(harness.current, { contact: { phone } }, { contact: { phone } });
    const { consultation } = await caller.next();
    const rest = both.filter((id) => id !== consultation?.id);
    expect(rest).toHaveLength(1);
    const other = await givenCaller(harness.current);
    expect((await other.next()).none).toBe(true);
    expect((await other.act('claim', rest[0] ?? '')).body).toMatchObject({
      code: 'case_claimed',
      claimed_by: 'Synthetic Staff',
    });
  });

  it('a number that was called is paused for an hour, in every consultation', async () => {
    const phone = queuePhone();
    const [first = '', second = ''] = await givenQueued(
      harness.current,
      { contact: { phone } },
      { contact: { phone } },
    );
    await caller.act('calls', first, { outcome: 'voicemail' });
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', second)).body.code).toBe('called_recently');
    harness.current.clock.advance(phoneGuardS - 1);
    expect((await caller.next()).none).toBe(true);
    harness.current.clock.advance(1);
    expect((await caller.act('claim', second)).status).toBe(200);
  });

  it('a sandbox number does not block the same live number, nor the reverse, and each mode has its own limits', async () => {
    const phone = queuePhone();
    const sandbox = { contact: { phone }, test: true };
    const [leased = '', second = ''] = await givenQueued(harness.current, sandbox, sandbox);
    const other = await givenCaller(harness.current);
    expect((await other.act('claim', leased)).status).toBe(200);
    const [live = ''] = await givenQueued(harness.current, { contact: { phone } });
    expect(await caller.next()).toMatchObject({ phone, consultation: { id: live } });
    expect((await caller.act('claim', second)).body.code).toBe('case_claimed');
    await other.act('calls', leased, { outcome: 'voicemail' });
    expect((await caller.act('claim', second)).body.code).toBe('called_recently');
    expect((await caller.act('claim', live)).status).toBe(200);
    await caller.act('calls', live, { outcome: 'voicemail' });
    harness.current.clock.advance(phoneGuardS);
    expect((await other.act('claim', second)).status).toBe(200);
  });

  it('a number on the do-not-contact list is never offered again, from that moment', async () => {
    const phone = queuePhone();
    const [claimed = '', waiting = ''] = await givenQueued(harness.current, {}, { contact: { phone } });
    await caller.act('claim', claimed);
    const { status } = await harness.current.call('POST', '/api/staff/v1/do-not-contact', {
      token: caller.token,
      body: { phone },
    });
    expect(status).toBe(200);
    await caller.act('release', claimed);
    expect(await caller.next()).toMatchObject({ none: true });
    expect((await caller.act('claim', waiting)).body.code).toBe('do_not_contact');
    harness.current.clock.advance(86_400);
    expect(await callAll(caller)).toEqual([claimed]);
  });

  it('a number whose owner asks for no contact on the phone is suppressed in all consultations', async () => {
    const phone = queuePhone();
    const [first = '', second] = await givenQueued(harness.current, { contact: { phone } }, { contact: { phone } });
    await caller.act('claim', first);
    expect((await caller.act('calls', first, { outcome: 'do_not_contact' })).status).toBe(200);
    harness.current.clock.advance(7 * 86_400);
    caller = await givenCaller(harness.current);
    expect(await callAll(caller)).not.toEqual(expect.arrayContaining([second]));
    expect(await callAll(caller)).not.toContain(first);
  });
});

describe('a call', () => {
  it('a call is stored with its outcome, the version of the rules and the customer’s local time', async () => {
    const [id = ''] = await givenQueued(harness.current, { contact: { phone: queuePhone(), state: 'TX' } });
    const { body } = await caller.act('calls', id, { outcome: 'voicemail', note: 'synthetic' });
    const date = harness.current.clock.now().toISOString().slice(0, 10);
    expect(body.calls).toEqual([
      {
        id: expect.stringMatching(/^cal_/),
        staff_id: caller.staffId,
        outcome: 'voicemail',
        note: 'synthetic',
        called_at: harness.current.clock.now().toISOString(),
        rule_version: callingRules.version,
        local_time: `${date} 11:00 America/Chicago, ${date} 10:00 America/Denver, ${date} 12:00 America/New_York`,
        callback_at: null,
        applied_from: null,
      },
    ]);
  });

  it.each([
    {},
    { outcome: 'busy' },
    { outcome: 'no_answer', callback_at: '2026-12-24T15:00:00Z' },
    { outcome: 'callback_requested', callback_at: '2026-11-01T15:00:00Z' },
    { outcome: 'callback_requested', callback_at: '2028-11-01T15:00:00Z' },
    { outcome: 'callback_requested', callback_at: 'tomorrow' },
  ])('a call is refused as %j', async (body) => {
    const [id = ''] = await givenQueued(harness.current, {});
    expect((await caller.act('calls', id, body)).status).toBe(400);
  });

  it('a call cannot be promised for a forbidden time, and the next allowed time is named', async () => {
    const [id = ''] = await givenQueued(harness.current, {});
    const date = harness.current.clock.now().toISOString().slice(0, 10);
    const at = `${date}T23:30:00.000Z`;
    const late = new Date(Date.parse(at) + 4 * 3_600_000).toISOString();
    expect((await caller.act('calls', id, { outcome: 'callback_requested', callback_at: at })).status).toBe(200);
    const { status, body } = await caller.act('calls', id, { outcome: 'callback_requested', callback_at: late });
    expect([status, body.code, body.issues]).toEqual([
      400,
      'validation_failed',
      [{ path: 'callback_at', message: expect.stringContaining(body.next_opening) }],
    ]);
    expect(Date.parse(body.next_opening)).toBeGreaterThan(Date.parse(late));
    const again = { outcome: 'callback_requested', callback_at: body.next_opening };
    expect((await caller.act('calls', id, again)).status).toBe(200);
  });

  it('a call about an intake is recorded at the intake, whose status it changes', async () => {
    const [id = ''] = await givenQueued(harness.current, { source: 'agent_intake' });
    expect((await caller.act('calls', id, { outcome: 'confirmed' })).body.code).toBe('invalid_state');
  });
});

describe('calling hours', () => {
  beforeAll(() => {});

  it('calling hours are observed: next offers no calls outside of them, and says when they open', async () => {
    // 19 January 2027, a Tuesday. Honolulu opens last and closes last.
    const losAngeles = '+12135550142';
    moveTo(harness.current, '2027-01-19T03:59:00.000Z');
    const [ny, la] = await givenQueued(
      harness.current,
      { contact: { phone: queuePhone(), zip: '10001' } },
      { contact: { phone: losAngeles, zip: '90012' } },
    );
    harness.current.clock.advance(1);
    const [hi] = await givenQueued(harness.current, { contact: { phone: '+18085550142', zip: '96813' } });
    const expected: [time: string, id: string | undefined, opensAt: string | null][] = [
      ['2027-01-19T04:00:00.000Z', la, null],
      ['2027-01-19T05:30:00.000Z', hi, null],
      ['2027-01-19T07:30:00.000Z', undefined, '2027-01-19T13:00:00.000Z'],
      ['2027-01-19T12:59:59.000Z', undefined, '2027-01-19T13:00:00.000Z'],
      ['2027-01-19T13:00:00.000Z', ny, null],
      ['2027-01-19T15:00:00.000Z', ny, null],
    ];
    for (const [time, id, opensAt] of expected) {
      moveTo(harness.current, time);
      caller = await givenCaller(harness.current);
      const given = await caller.next();
      expect([time, given.consultation?.id, given.opens_at]).toEqual([time, id, opensAt]);
      if (id === undefined) expect(given.reason).toBe('outside_calling_hours');
      else await caller.act('release', id);
    }
  });

  it('calling hours depend on the number too: a loss in Los Angeles does not make 23:30 in New York allowed', async () => {
    // 20:30 in Los Angeles.
    moveTo(harness.current, '2027-01-21T04:30:00.000Z');
    caller = await givenCaller(harness.current);
    const [id = ''] = await givenQueued(harness.current, {
      contact: { phone: queuePhone(), zip: '90012', state: 'CA' },
    });
    expect(await caller.next()).toMatchObject({
      none: true,
      reason: 'outside_calling_hours',
      opens_at: '2027-01-21T16:00:00.000Z',
    });
    expect((await caller.act('claim', id)).body).toMatchObject({ may_call: false, phone: null });
    const { why } = (await caller.next()) as { why: string[] };
    expect(why.at(-1)).toMatch(
      /; calls may be made from 2027-01-21 08:00 \(America\/Los_Angeles\) or 2027-01-21 11:00 \(America\/New_York\)\.$/,
    );
  });

  it('calling hours do not prevent working on a claimed consultation, which then shows that no call is allowed', async () => {
    moveTo(harness.current, '2027-01-27T04:00:00.000Z');
    caller = await givenCaller(harness.current);
    const [id = ''] = await givenQueued(harness.current, { contact: { phone: queuePhone(), zip: '10001' } });
    expect((await caller.act('claim', id)).body).toMatchObject({
      may_call: false,
      reason: 'outside_calling_hours',
      opens_at: '2027-01-27T13:00:00.000Z',
    });
  });
});

describe('an intake', () => {
  it('an intake is offered with its customer’s number, and again at the time they asked for', async () => {
    const { intake_id: id } = await givenIntake(harness.current, {
      customer: { phone: '2125550188' },
      loss: { loss_state: 'CA', zip: '94107' },
    });
    const first = await caller.next();
    expect(first).toMatchObject({ phone: '+12125550188', consultation: { source: 'agent_intake', source_id: id } });
    expect(first.local_time).toMatch(/^(\S+) 09:00 America\/Los_Angeles, \1 12:00 America\/New_York$/);
    const at = new Date(harness.current.clock.now().getTime() + 7_200_000).toISOString();
    const path = `/api/staff/v1/intakes/${id}/calls`;
    const { body } = await harness.current.call('POST', path, {
      token: caller.token,
      body: { outcome: 'callback_requested', callback_at: at },
    });
    expect(body.consultation.calls).toEqual([
      expect.objectContaining({
        callback_at: at,
        rule_version: callingRules.version,
        local_time: expect.stringMatching(/09:00/),
      }),
    ]);
    expect(await caller.next()).toMatchObject({ none: true, opens_at: at });
    harness.current.clock.advance(7200);
    const again = await caller.next();
    expect([again.consultation?.source_id, again.callback_at]).toEqual([id, at]);
    const gone = await harness.current.call('POST', path, { token: caller.token, body: { outcome: 'do_not_contact' } });
    expect([gone.status, (await caller.next()).none]).toEqual([200, true]);
  });
});
