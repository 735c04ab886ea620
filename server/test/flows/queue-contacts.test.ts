import { describe, expect, it } from 'vitest';
import { ChangeFeed } from '#mount/board/stream/change-feed';
import { givenCaller, givenQueued, moveTo } from '#testing/consultations';
import { givenPartner } from '#testing/partners';
import { enrollmentBody, rosterVin } from '#testing/memberships';
import { partnerCalls } from '#testing/referrals';
import { consultationOf, newCustomer, type CreatedConsultation } from '#test/fixtures/consultation-origins';
import { useQueueDay } from '#test/fixtures/queue-day';
import { useHarness } from '#test/harness';
import { until } from '#test/until';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });
const day = useQueueDay(() => harness.current);
const { open, staff, seen } = day;

/** The institution sends a different contact for its member. */
async function tell({ partner, sourceId }: CreatedConsultation, member: object): Promise<void> {
  const { status, text } = await partner(`PATCH /plans/enrollments/${sourceId}`, { member });
  expect([status, text]).toEqual([200, expect.any(String)]);
}

const honolulu = { typed: '(808) 555-0142', dialed: '+18085550142' };

describe('a member whose number changes after the loss', () => {
  it('the member is called at the new number, and only within calling hours there', async () => {
    const member = await open('membership', newCustomer());
    // Noon in New York is 7 a.m. in Honolulu.
    expect(await day.caller.next()).toMatchObject({ consultation: { id: member.id }, may_call: true });
    await tell(member, { phone: honolulu.typed });
    expect(await day.caller.next()).toMatchObject({ consultation: { id: member.id }, may_call: false, phone: null });
    await day.caller.act('release', member.id);
    harness.current.clock.advance(1800);
    expect(await day.caller.next()).toMatchObject({ none: true, reason: 'outside_calling_hours' });
    const today = harness.current.clock.now().toISOString().slice(0, 10);
    moveTo(harness.current, `${today}T20:00:00.000Z`);
    await day.changeCaller();
    expect(await day.caller.next()).toMatchObject({ may_call: true, phone: honolulu.dialed });
    expect((await seen(member.id)).person.phone).toBe(honolulu.dialed);
  });

  it('the member may not be called at 4:30 p.m. there', async () => {
    const member = await open('membership', newCustomer());
    await tell(member, { phone: honolulu.typed });
    const tomorrow = new Date(harness.current.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    moveTo(harness.current, `${tomorrow}T14:30:00.000Z`);
    await day.changeCaller();
    const claimed = (await day.caller.act('claim', member.id)).body;
    expect(claimed).toMatchObject({ may_call: false, phone: null, reason: 'outside_calling_hours' });
    expect(claimed.local_time).toContain('04:30 Pacific/Honolulu');
    expect((await seen(member.id)).calling.may_call).toBe(false);
  });

  it('the case is suppressed when the new number is on the do-not-contact list, before or after', async () => {
    const [silent, later] = [newCustomer(), newCustomer()];
    await staff('/do-not-contact', { phone: silent.phone });
    const first = await open('membership', { phone: newCustomer().phone });
    await tell(first, { phone: silent.phone });
    expect((await day.caller.act('claim', first.id)).body.code).toBe('do_not_contact');
    const second = await open('membership', { phone: newCustomer().phone });
    await tell(second, { phone: later.phone });
    await staff('/do-not-contact', { phone: later.phone });
    expect((await day.caller.next()).none).toBe(true);
    expect((await day.caller.act('claim', second.id)).body.code).toBe('do_not_contact');
  });

  it('the new number is hidden from other callers, and the old one no longer is', async () => {
    const [before, after] = [newCustomer(), newCustomer()];
    const member = await open('membership', { phone: before.phone });
    await day.caller.act('claim', member.id);
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

  it('the member is not called at a number that was called within the hour, even by the caller with the lease', async () => {
    const [before, after] = [newCustomer(), newCustomer()];
    const [called = ''] = await givenQueued(harness.current, { contact: { phone: after.dialed, state: 'NY' } });
    await day.caller.act('calls', called, { outcome: 'no_answer' });
    const member = await open('membership', { phone: before.phone });
    expect(await day.caller.next()).toMatchObject({ consultation: { id: member.id }, phone: before.dialed });
    await tell(member, { phone: after.phone });
    expect((await day.caller.next()).none).toBe(true);
    harness.current.clock.advance(3601);
    const given = [await day.caller.next(), await (await givenCaller(harness.current)).next()];
    expect(given.filter(({ none }) => !none)).toHaveLength(1);
  });

  it('the case enters the queue when a number is added later, and leaves it when the number is removed', async () => {
    const { email, phone, dialed } = newCustomer();
    const member = await open('membership', { email });
    expect((await day.caller.next()).none).toBe(true);
    await tell(member, { phone });
    expect(await day.caller.next()).toMatchObject({ consultation: { id: member.id }, phone: dialed });
    await day.caller.act('calls', member.id, { outcome: 'no_answer' });
    await tell(member, { phone: null });
    harness.current.clock.advance(7200);
    expect((await day.caller.next()).none).toBe(true);
    expect((await day.caller.act('claim', member.id)).body).toMatchObject({ phone: null, may_call: false });
    await tell(member, { phone });
    const other = await givenCaller(harness.current);
    expect((await other.next()).none).toBe(true);
    await day.caller.act('release', member.id);
    harness.current.clock.advance(3600);
    expect((await day.caller.next()).consultation?.id).toBe(member.id);
  });

  it('the change is sent to every open board', async () => {
    const member = await open('membership', newCustomer());
    const told: string[] = [];
    const feed = new ChangeFeed(harness.current.ctx);
    feed.listen({ notify: ({ cases }) => void told.push(...cases), close: () => {} });
    await until('the feed', () => feed.isWatching);
    await tell(member, { phone: newCustomer().phone });
    await until('the case', () => told.includes(member.id));
    feed.stop();
    expect(told).toContain(member.id);
  });
});

describe('a referral whose state of loss changes after activation', () => {
  it('the borrower is called by the hours of the new state', async () => {
    const referral = await open('referral', newCustomer());
    expect((await day.caller.act('claim', referral.id)).body.may_call).toBe(true);
    const { status } = await referral.partner(`PATCH /referrals/${referral.sourceId}`, { claim: { loss_state: 'HI' } });
    expect(status).toBe(200);
    const claimed = (await day.caller.act('claim', referral.id)).body;
    expect(claimed).toMatchObject({ may_call: false, phone: null });
    expect(claimed.local_time).toContain('Pacific/Honolulu');
  });
});

describe('concurrent changes and callers', () => {
  it('every caller gets one case and the current number, without a deadlock', async () => {
    const cases = await Promise.all(
      Array.from({ length: 24 }, () => open('membership', { phone: newCustomer().phone })),
    );
    const callers = await Promise.all(Array.from({ length: 8 }, () => givenCaller(harness.current)));
    const numbers = new Map(cases.map(({ id }) => [id, newCustomer()]));
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

describe('a roster with new numbers while losses are reported and callers ask for the next case', () => {
  it('every case has the number of its member afterwards', async () => {
    await day.changeCaller('lead');
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
      const { phone } = (await day.caller.act('take-over', id, { reason: 'synthetic' })).body;
      expect([id, phone]).toEqual([id, enrollment.member.phone]);
    }
  });
});
