import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { bringTo, eventsAbout, eventTypes, givenReferral, partnerCalls, referralBody, tracesOf } from './testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let caller: PartnerClient;
let token = '';
beforeAll(async () => {
  caller = await givenPartner(harness.current);
  token = await givenStaffToken(harness.current);
});

const staff = (route: string, ...body: readonly [] | readonly [unknown]) => {
  const [method = '', path = ''] = route.split(' ');
  const sent = body.length === 0 ? {} : { body: body[0] };
  return harness.current.call(method, `/api/staff/v1${path}`, { token, ...sent });
};

async function givenAt(status: string): Promise<string> {
  const { id } = await givenReferral(harness.current, caller.key);
  await bringTo(harness.current, caller.key, { id, status });
  return id;
}

const statuses = ['invited', 'activated', 'settled', 'closed', 'declined', 'expired', 'canceled'];
const steps = { activate: ['invited'], decline: ['invited'], settle: ['activated'], close: ['activated', 'settled'] };
const results = { activate: 'activated', decline: 'declined', settle: 'settled', close: 'closed' };
type Step = keyof typeof steps;
const cases = Object.keys(steps).flatMap((step) => statuses.map((status) => [step as Step, status] as const));

describe('the team', () => {
  it.each(cases)("the team's %s moves a referral that is %s as T6 does, or not at all", async (step, status) => {
    const id = await givenAt(status);
    const before = await tracesOf(harness.current, id);
    harness.current.clock.advance(1);
    const answer = await staff(
      `POST /referrals/${id}/${step}`,
      step === 'settle' ? { settlement_cents: 1_700_000 } : {},
    );
    if (!steps[step].includes(status)) {
      expect([answer.status, answer.body.code, answer.body.current_status]).toEqual([409, 'invalid_state', status]);
      expect(await tracesOf(harness.current, id)).toEqual(before);
      return;
    }
    const now = harness.current.clock.now().toISOString();
    expect([answer.status, answer.body.status]).toEqual([200, results[step]]);
    if (step === 'activate') expect(answer.body.activated_at).toBe(now);
    if (step === 'settle') expect(answer.body.settled_at).toBe(now);
    if (step === 'decline' || step === 'close') expect(answer.body.closed_at).toBe(now);
    if (step === 'close' && status === 'activated') expect(answer.body.settled_at).toBeNull();
    const last = (await eventsAbout(harness.current, id)).at(-1)!;
    expect(last.type).toBe(`referral.${results[step]}`);
    if (step === 'activate') expect(last.data).toMatchObject({ via: 'staff' });
  });

  it.each([
    ['activate', 'invited'],
    ['decline', 'invited'],
    ['close', 'activated'],
  ])('the team needs no body to %s, and may add a note', async (step, status) => {
    for (const sent of [undefined, '', '{}', '{"note":"Spoke with the borrower"}']) {
      const id = await givenAt(status);
      const options = sent === undefined ? {} : { raw: sent };
      const { status: answered, body } = await harness.current.call('POST', `/api/staff/v1/referrals/${id}/${step}`, {
        token,
        ...options,
      });
      expect([sent, answered]).toEqual([sent, 200]);
      expect(body.status_note).toBe(sent?.includes('note') ? 'Spoke with the borrower' : null);
    }
  });

  it('a step without a note keeps the latest one', async () => {
    const id = await givenAt('invited');
    await staff(`POST /referrals/${id}/activate`, { note: 'first' });
    expect(
      (await staff(`POST /referrals/${id}/settle`, { settlement_cents: 1, note: 'second' })).body.status_note,
    ).toBe('second');
    expect((await staff(`POST /referrals/${id}/close`)).body.status_note).toBe('second');
  });

  it.each([
    ['settle', {}, 'settlement_cents'],
    ['settle', { settlement_cents: -1 }, 'settlement_cents'],
    ['settle', { settlement_cents: 100_000_001 }, 'settlement_cents'],
    ['settle', { settlement_cents: 1.5 }, 'settlement_cents'],
    ['settle', { settlement_cents: '5' }, 'settlement_cents'],
    ['settle', { settlement_cents: 1, note: '' }, 'note'],
    ['close', { note: 'x'.repeat(501) }, 'note'],
    ['close', { reason: 'x' }, 'reason'],
  ])('the team gets the issues of %s %j', async (step, body, path) => {
    const id = await givenAt('activated');
    const answer = await staff(`POST /referrals/${id}/${step}`, body);
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path]);
    expect(await eventTypes(harness.current, id)).toHaveLength(3);
  });

  it.each([0, 100_000_000])('the team settles for %i cents', async (cents) => {
    const id = await givenAt('activated');
    expect((await staff(`POST /referrals/${id}/settle`, { settlement_cents: cents })).status).toBe(200);
  });

  it('the team never settles without a body, and gets 404 for invalid ids', async () => {
    const id = await givenAt('activated');
    expect((await staff(`POST /referrals/${id}/settle`)).status).toBe(400);
    for (const unknown of ['ref_unknown', '%00', 'x'.repeat(300)]) {
      for (const step of Object.keys(steps))
        expect(
          (await staff(`POST /referrals/${unknown}/${step}`, step === 'settle' ? { settlement_cents: 1 } : {})).status,
        ).toBe(404);
      expect((await staff(`POST /referrals/${unknown}/review`, { status: 'in_review' })).status).toBe(404);
      expect((await staff(`GET /referrals/${unknown}`)).status).toBe(404);
    }
  });

  it('the team sees any referral by its id, as the institution does', async () => {
    const live = await givenPartner(harness.current, { livemode: true });
    for (const key of [caller.key, live.key]) {
      const made = await givenReferral(harness.current, key);
      expect((await staff(`GET /referrals/${made.id}`)).body).toEqual(made);
    }
  });

  it('staff routes refuse a missing token, a partner’s key and a wrong token', async () => {
    const id = await givenAt('invited');
    for (const other of [undefined, caller.key, 'svc_staff_nobody']) {
      for (const path of [`/referrals/${id}/activate`, `/institutions/${caller.institutionId}/referrals`]) {
        const answer = await harness.current.call(
          'POST',
          `/api/staff/v1${path}`,
          other === undefined ? {} : { token: other },
        );
        expect(answer.status).toBe(401);
      }
    }
    expect(await eventTypes(harness.current, id)).toHaveLength(2);
  });
});

describe('a referral that the team creates', () => {
  const create = (institution: string, body: unknown) => staff(`POST /institutions/${institution}/referrals`, body);

  it.each([true, false])('the referral belongs to the institution, in the requested mode: %s', async (livemode) => {
    const { status, body } = await create(caller.institutionId, { livemode, referral: referralBody() });
    expect([status, body.livemode, body.submitted_via, body.status]).toEqual([201, livemode, 'portal', 'invited']);
    const own = await givenPartner(harness.current, { institutionId: caller.institutionId, livemode });
    const { body: read } = await partnerCalls(harness.current, own.key)(`GET /referrals/${body.id}`);
    expect(read).toEqual(body);
    expect(await eventTypes(harness.current, body.id)).toEqual(['referral.created', 'referral.invited']);
  });

  it('the referral is refused for the same reasons as any other', async () => {
    const made = await givenReferral(harness.current, caller.key);
    const twice = await create(caller.institutionId, {
      livemode: false,
      referral: referralBody({ vehicle: made.vehicle }),
    });
    expect([twice.status, twice.body.code, twice.body.referral_id]).toEqual([409, 'referral_exists', made.id]);
    const names = { first_name: 'A', last_name: 'B' };
    const silent = await create(caller.institutionId, { livemode: false, referral: referralBody({ borrower: names }) });
    expect([silent.status, silent.body.issues[0].path]).toEqual([400, 'referral.borrower']);
    expect((await create(caller.institutionId, { referral: referralBody() })).status).toBe(400);
    expect((await create(caller.institutionId, { livemode: false, referral: {} })).status).toBe(400);
    expect((await create('inst_unknown', { livemode: false, referral: referralBody() })).status).toBe(404);
  });
});
