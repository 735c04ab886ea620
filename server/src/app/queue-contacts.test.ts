import { beforeEach, describe, expect, it } from 'vitest';
import { ChangeFeed } from '#mount/board/change-feed';
import { givenCaller, givenQueued, moveTo, startQueueDay, type Caller } from '#testing/consultations';
import { givenPartner } from '#testing/partners';
import { enrollmentBody, rosterVin } from '#testing/plans';
import { partnerCalls } from '#testing/referrals';
import { consultationOf, doors, newOwner, type Door, type OpenedCase, type Owner } from '#test/case-doors';
import { useHarness } from '#test/harness';
import { until } from '#test/until';

const harness = useHarness({ GAP_REQUESTS_PER_MIN: '1000000' });
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

const open = (door: Door, owner: Owner): Promise<OpenedCase> =>
  doors[door](harness.current, { owner, token: caller.token });

const staff = (path: string, body?: unknown) =>
  harness.current.call('POST', `/api/staff/v1${path}`, {
    token: caller.token,
    ...(body === undefined ? {} : { body }),
  });

const seen = async (id: string) =>
  (await harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token: caller.token })).body;

/** The institution tells another contact of its member. */
async function tell({ partner, sourceId }: OpenedCase, member: object): Promise<void> {
  const { status, text } = await partner(`PATCH /plans/enrollments/${sourceId}`, { member });
  expect([status, text]).toEqual([200, expect.any(String)]);
}

const honolulu = { typed: '(808) 555-0142', dialed: '+18085550142' };

describe('a member whose number changes after the loss', () => {
  it('is called at the new one, and only when it is day there', async () => {
    const member = await open('membership', newOwner());
    // Noon in New York is seven in the morning in Honolulu.
    expect(await caller.next()).toMatchObject({ consultation: { id: member.id }, may_call: true });
    await tell(member, { phone: honolulu.typed });
    expect(await caller.next()).toMatchObject({ consultation: { id: member.id }, may_call: false, phone: null });
    await caller.act('release', member.id);
    harness.current.clock.advance(1800);
    expect(await caller.next()).toMatchObject({ none: true, reason: 'outside_calling_hours' });
    const today = harness.current.clock.now().toISOString().slice(0, 10);
    moveTo(harness.current, `${today}T20:00:00.000Z`);
    caller = await givenCaller(harness.current);
    expect(await caller.next()).toMatchObject({ may_call: true, phone: honolulu.dialed });
    expect((await seen(member.id)).person.phone).toBe(honolulu.dialed);
  });

  it('may not be called at half past four there', async () => {
    const member = await open('membership', newOwner());
    await tell(member, { phone: honolulu.typed });
    const tomorrow = new Date(harness.current.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    moveTo(harness.current, `${tomorrow}T14:30:00.000Z`);
    caller = await givenCaller(harness.current);
    const claimed = (await caller.act('claim', member.id)).body;
    expect(claimed).toMatchObject({ may_call: false, phone: null, reason: 'outside_calling_hours' });
    expect(claimed.local_time).toContain('04:30 Pacific/Honolulu');
    expect((await seen(member.id)).calling.may_call).toBe(false);
  });

  it('is spared when the new number asked for silence, before or after', async () => {
    const [silent, later] = [newOwner(), newOwner()];
    await staff('/do-not-contact', { phone: silent.phone });
    const first = await open('membership', { phone: newOwner().phone });
    await tell(first, { phone: silent.phone });
    expect((await caller.act('claim', first.id)).body.code).toBe('do_not_contact');
    const second = await open('membership', { phone: newOwner().phone });
    await tell(second, { phone: later.phone });
    await staff('/do-not-contact', { phone: later.phone });
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', second.id)).body.code).toBe('do_not_contact');
  });

  it('keeps the new number from other callers, and no longer the old one', async () => {
    const [before, after] = [newOwner(), newOwner()];
    const member = await open('membership', { phone: before.phone });
    await caller.act('claim', member.id);
    await tell(member, { phone: after.phone });
    const [same = '', free = ''] = await givenQueued(
      harness.current,
      { contact: { phone: after.dialed, state: 'NY' } },
      { contact: { phone: before.dialed, state: 'NY' } },
    );
    const other = await givenCaller(harness.current);
    expect((await other.act('claim', same)).body.code).toBe('case_claimed');
    expect((await other.act('claim', free)).status).toBe(200);
  });

  it('is not called at a number that somebody called within the hour, also by who has the case in hand', async () => {
    const [before, after] = [newOwner(), newOwner()];
    const [called = ''] = await givenQueued(harness.current, { contact: { phone: after.dialed, state: 'NY' } });
    await caller.act('calls', called, { outcome: 'no_answer' });
    const member = await open('membership', { phone: before.phone });
    expect(await caller.next()).toMatchObject({ consultation: { id: member.id }, phone: before.dialed });
    await tell(member, { phone: after.phone });
    expect((await caller.next()).none).toBe(true);
    harness.current.clock.advance(3601);
    const given = [await caller.next(), await (await givenCaller(harness.current)).next()];
    expect(given.filter(({ none }) => !none)).toHaveLength(1);
  });

  it('enters the queue with the number that is told later, and leaves it with the one that is taken back', async () => {
    const { email, phone, dialed } = newOwner();
    const member = await open('membership', { email });
    expect((await caller.next()).none).toBe(true);
    await tell(member, { phone });
    expect(await caller.next()).toMatchObject({ consultation: { id: member.id }, phone: dialed });
    await caller.act('calls', member.id, { outcome: 'no_answer' });
    await tell(member, { phone: null });
    harness.current.clock.advance(7200);
    expect((await caller.next()).none).toBe(true);
    expect((await caller.act('claim', member.id)).body).toMatchObject({ phone: null, may_call: false });
    await tell(member, { phone });
    const other = await givenCaller(harness.current);
    expect((await other.next()).none).toBe(true);
    await caller.act('release', member.id);
    harness.current.clock.advance(3600);
    expect((await caller.next()).consultation?.id).toBe(member.id);
  });

  it('is told to every open board', async () => {
    const member = await open('membership', newOwner());
    const told: string[] = [];
    const feed = new ChangeFeed(harness.current.ctx);
    feed.listen({ tell: ({ cases }) => void told.push(...cases), end: () => {} });
    await until('the feed', () => feed.isWatching);
    await tell(member, { phone: newOwner().phone });
    await until('the case', () => told.includes(member.id), 5_000);
    feed.stop();
    expect(told).toContain(member.id);
  });
});

describe('a referral whose state of loss changes after it was activated', () => {
  it('is called by the hours of the new state', async () => {
    const referral = await open('referral', newOwner());
    expect((await caller.act('claim', referral.id)).body.may_call).toBe(true);
    const { status } = await referral.partner(`PATCH /referrals/${referral.sourceId}`, { claim: { loss_state: 'HI' } });
    expect(status).toBe(200);
    const claimed = (await caller.act('claim', referral.id)).body;
    expect(claimed).toMatchObject({ may_call: false, phone: null });
    expect(claimed.local_time).toContain('Pacific/Honolulu');
  });
});

describe('changes and callers at once', () => {
  it('give every caller one case and the number that is in force, and nobody waits in a circle', async () => {
    const cases = await Promise.all(Array.from({ length: 24 }, () => open('membership', { phone: newOwner().phone })));
    const callers = await Promise.all(Array.from({ length: 8 }, () => givenCaller(harness.current)));
    const numbers = new Map(cases.map(({ id }) => [id, newOwner()]));
    const [given] = await Promise.all([
      Promise.all(callers.map((one) => one.next())),
      ...cases.map((member) => tell(member, { phone: numbers.get(member.id)?.phone })),
    ]);
    const ids = given.flatMap(({ consultation }) => consultation?.id ?? []);
    expect([ids.length, new Set(ids).size]).toEqual([8, 8]);
    for (const [index, one] of callers.entries()) {
      expect(await one.next()).toMatchObject({ phone: numbers.get(ids[index] ?? '')?.dialed });
    }
  });
});

describe('a roster with other numbers while losses are reported and callers press next', () => {
  it('leaves every case with the number of its member', async () => {
    caller = await givenCaller(harness.current, 'lead');
    const { key } = await givenPartner(harness.current, { livemode: true });
    const partner = partnerCalls(harness.current, key);
    const row = (vin: string, area: string, index: number) => ({
      ...enrollmentBody({ vehicle: { vin } }),
      member: { first_name: 'Synthetic', last_name: 'Member', phone: `${area}555${String(index).padStart(4, '0')}` },
    });
    const vins = Array.from({ length: 1000 }, () => rosterVin());
    const sync = (area: string) =>
      partner('POST /plans/roster-sync', { roster: vins.map((vin, index) => row(vin, area, index)) });
    expect((await sync('646')).body.totals.created).toBe(1000);
    const callers = await Promise.all(Array.from({ length: 4 }, () => givenCaller(harness.current)));
    const lost = vins.filter((_, index) => index % 40 === 0);
    const loss = (vin: string) =>
      partner('POST /plans/loss-notices', { vin, date_of_loss: harness.current.clock.now().toISOString() });
    const early = await Promise.all(lost.slice(0, 5).map(loss));
    const [synced, late] = await Promise.all([
      sync('718'),
      Promise.all(lost.slice(5).map(loss)),
      ...callers.map((one) => one.next()),
    ]);
    expect([synced.status, late.map(({ status }) => status)]).toEqual([200, late.map(() => 201)]);
    for (const { body } of [...early, ...late]) {
      const { body: enrollment } = await partner(`GET /plans/enrollments/${body.enrollment_id}`);
      const id = await consultationOf(harness.current, body.redemption_id);
      const { phone } = (await caller.act('take-over', id, { reason: 'synthetic' })).body;
      expect([id, phone]).toEqual([id, enrollment.member.phone]);
    }
  });
});
