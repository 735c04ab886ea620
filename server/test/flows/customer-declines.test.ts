import { beforeEach, describe, expect, it } from 'vitest';
import { consultationOrigins, newCustomer, type CreatedConsultation } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';
import { givenCaller, startQueueDay, type Caller } from '#testing/consultations';
import { eventTypes } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });
let caller: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
});

const open = (origin: 'referral' | 'membership', livemode = true): Promise<CreatedConsultation> =>
  consultationOrigins[origin](harness.current, { customer: newCustomer(), livemode, token: caller.token });

const staff = (route: string, body?: unknown) => {
  const [method = '', path = ''] = route.split(' ');
  return harness.current.call(method, `/api/staff/v1${path}`, {
    token: caller.token,
    ...(body === undefined ? {} : { body }),
  });
};

/** Whether any caller gets the case in the following days. */
async function comesUpAgain(): Promise<boolean> {
  for (let day = 0; day < 4; day += 1) {
    harness.current.clock.advance(86_400);
    if (!(await (await givenCaller(harness.current)).next()).none) return true;
  }
  return false;
}

const noes = ['declined', 'not_requested', 'do_not_contact'] as const;

describe('a borrower’s no', () => {
  it.each(noes)('%s closes the referral, with its event once, and ends the calls', async (outcome) => {
    const { id, sourceId } = await open('referral');
    await caller.next();
    const { status, body } = await caller.act('calls', id, { outcome, note: 'synthetic' });
    expect([status, body.closed_at, body.calls.length]).toEqual([200, harness.current.clock.now().toISOString(), 1]);
    expect((await staff(`GET /referrals/${sourceId}`)).body).toMatchObject({ status: 'closed', settled_at: null });
    expect(await eventTypes(harness.current, sourceId)).toEqual([
      'referral.created',
      'referral.invited',
      'referral.activated',
      'referral.closed',
    ]);
    // A repeated no is recorded again and changes nothing else.
    const again = await caller.act('calls', id, { outcome });
    expect(again.status).toBe(outcome === 'not_requested' ? 409 : 200);
    if (again.status === 200) expect(again.body.calls).toHaveLength(2);
    expect((await eventTypes(harness.current, sourceId)).length).toBe(4);
    expect(await comesUpAgain()).toBe(false);
  });

  it('a borrower’s no about a settled referral ends only the calls', async () => {
    const { id, sourceId } = await open('referral');
    await staff(`POST /referrals/${sourceId}/settle`, { settlement_cents: 1_800_000 });
    const { status, body } = await caller.act('calls', id, { outcome: 'declined' });
    expect([status, body.closed_at]).toEqual([200, null]);
    expect((await staff(`GET /referrals/${sourceId}`)).body.status).toBe('settled');
    expect(await comesUpAgain()).toBe(false);
    expect((await staff(`POST /referrals/${sourceId}/close`)).status).toBe(200);
  });

  it('a borrower’s no is recorded once when two callers log it at the same moment', async () => {
    const { id, sourceId } = await open('referral');
    const other = await givenCaller(harness.current);
    const answers = await Promise.all([
      caller.act('calls', id, { outcome: 'declined' }),
      other.act('calls', id, { outcome: 'declined' }),
      staff(`POST /referrals/${sourceId}/close`),
    ]);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
    expect((await eventTypes(harness.current, sourceId)).filter((type) => type === 'referral.closed')).toHaveLength(1);
  });
});

describe('a member’s no', () => {
  it.each(noes)('%s ends the calls; the redemption stays open for staff', async (outcome) => {
    const { id, redemptionId } = await open('membership');
    await caller.next();
    const { status, body } = await caller.act('calls', id, { outcome });
    expect([status, body.closed_at]).toEqual([200, null]);
    expect(await comesUpAgain()).toBe(false);
    const { body: seen } = await staff(`GET /board/cases/${id}`);
    expect(seen.card).toMatchObject({ status: 'open', next_call_at: null });
    const listed = outcome === 'do_not_contact';
    const ended = listed ? outcome : 'declined';
    expect([seen.calling.ended, seen.calling.may_call, seen.person.phone]).toEqual([ended, false, null]);
    expect(seen.calling.callback_openings).toEqual([]);
    const claimed = (await caller.act('claim', id)).body;
    expect(claimed).toMatchObject(
      listed ? { code: 'do_not_contact' } : { may_call: false, phone: null, reason: 'declined' },
    );
    await caller.act('calls', id, { outcome: 'no_answer' });
    expect(await comesUpAgain()).toBe(false);
    expect((await staff(`POST /redemptions/${redemptionId}/cancel`)).status).toBe(200);
  });

  it('a member’s no is overridden by their own later request to be called', async () => {
    const { id } = await open('membership');
    await caller.act('calls', id, { outcome: 'declined' });
    const at = new Date(harness.current.clock.now().getTime() + 86_400_000).toISOString();
    await caller.act('calls', id, { outcome: 'callback_requested', callback_at: at });
    expect(await comesUpAgain()).toBe(true);
  });
});

describe('a no on the phone after the case was closed', () => {
  it.each(['agent_intake', 'membership'] as const)(
    'such a no ends the calls when the case of source %s is reopened',
    async (origin) => {
      const { id, sourceId } = await consultationOrigins[origin](harness.current, {
        customer: newCustomer(),
        token: caller.token,
      });
      const log = (outcome: string) =>
        staff(`POST ${origin === 'agent_intake' ? `/intakes/${sourceId}` : `/queue/${id}`}/calls`, { outcome });
      await log('confirmed');
      if (origin === 'agent_intake') expect((await staff(`POST /intakes/${sourceId}/start`)).status).toBe(200);
      harness.current.clock.advance(60);
      const token = await givenStaffToken(harness.current, 'lead');
      const lead = (path: string, body: object) =>
        harness.current.call('POST', `/api/staff/v1/consultations/${id}/${path}`, { token, body });
      expect((await lead('close', { reason: 'mistake' })).status).toBe(200);
      harness.current.clock.advance(60);
      expect((await log('declined')).status).toBe(200);
      const saidAt = harness.current.clock.now().toISOString();
      expect((await lead('reopen', { reason: 'Closed by mistake.' })).status).toBe(200);
      const { card } = (await staff(`GET /board/cases/${id}`)).body;
      expect([card.last_call_at, card.stopped]).toEqual([saidAt, true]);
      expect(await comesUpAgain()).toBe(false);
    },
  );
});
