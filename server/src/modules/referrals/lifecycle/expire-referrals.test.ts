import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import {
  eventsAbout,
  eventTypes,
  givenReferral,
  linkPath,
  partnerCalls,
  press,
  referralBody,
  tracesOf,
} from '../testing.ts';
import { expireReferrals } from './expire-referrals.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let caller: PartnerClient;
let staff = '';
beforeAll(async () => {
  caller = await givenPartner(harness.current);
  staff = await givenStaffToken(harness.current);
});
/** Expires the overdue invitations of other tests. */
beforeEach(async () => {
  await expireReferrals(harness.current.ctx, 10_000);
});

const days = 14 * 86_400;
const sweep = (limit = 500) => expireReferrals(harness.current.ctx, limit);
const read = async (id: string) => (await partnerCalls(harness.current, caller.key)(`GET /referrals/${id}`)).body;

describe('an invitation', () => {
  it('an invitation expires at its time and not a millisecond earlier, once [P-REF-009]', async () => {
    const { id, invitation_expires_at: at } = await givenReferral(harness.current, caller.key);
    harness.current.clock.advance(days - 0.001);
    expect(await sweep()).toBe(0);
    expect((await read(id)).status).toBe('invited');
    harness.current.clock.advance(0.001);
    expect(harness.current.clock.now().toISOString()).toBe(at);
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    expect(await read(id)).toMatchObject({
      status: 'expired',
      status_label: 'Invitation expired',
      status_tone: 'warning',
      closed_at: at,
      activated_at: null,
    });
    const events = await eventsAbout(harness.current, id);
    expect(events.map(({ type }) => type)).toEqual(['referral.created', 'referral.invited', 'referral.expired']);
    expect(events.at(-1)!.created_at).toBe(at);
  });

  it('an overdue invitation cannot be used, even before a sweep [P-REF-009]', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    const link = await linkPath(harness.current, id);
    harness.current.clock.advance(days);
    const before = await tracesOf(harness.current, id);
    const call = partnerCalls(harness.current, caller.key);
    const attestation = { attestor_name: 'Pat', channel: 'phone', attestation: 'The borrower wants to be called.' };
    const byStaff = (step: string) =>
      harness.current.call('POST', `/api/staff/v1/referrals/${id}/${step}`, { token: staff });
    for (const answer of [
      await call(`PATCH /referrals/${id}`, { external_ref: 'late' }),
      await call(`PATCH /referrals/${id}`, { status: 'canceled' }),
      await call(`PATCH /referrals/${id}`, { borrower: { email: 'late@example.com' } }),
      await call(`POST /referrals/${id}/attest`, attestation),
      await call(`POST /referrals/${id}/simulate`),
      await call(`POST /referrals/${id}/simulate`, { step: 'expire' }),
      await byStaff('activate'),
      await byStaff('decline'),
    ]) {
      expect([answer.status, answer.body.code, answer.body.current_status]).toEqual([409, 'invalid_state', 'expired']);
    }
    for (const decision of ['accept', 'decline'] as const)
      expect((await press(harness.current, link, decision)).status).toBe(410);
    expect((await harness.current.call('GET', link)).status).toBe(410);
    expect(await tracesOf(harness.current, id)).toEqual(before);
    expect(await sweep()).toBe(1);
    expect((await press(harness.current, link, 'accept')).status).toBe(410);
  });

  it('an invitation that was answered, canceled or renewed in time does not expire', async () => {
    const [accepted, declined, canceled, renewed] = await Promise.all(
      Array.from({ length: 4 }, () => givenReferral(harness.current, caller.key)),
    );
    harness.current.clock.advance(days - 1);
    await press(harness.current, await linkPath(harness.current, accepted.id), 'accept');
    await press(harness.current, await linkPath(harness.current, declined.id), 'decline');
    await partnerCalls(harness.current, caller.key)(`PATCH /referrals/${canceled.id}`, { status: 'canceled' });
    await partnerCalls(harness.current, caller.key)(`PATCH /referrals/${renewed.id}`, { borrower: { phone: null } });
    harness.current.clock.advance(1);
    expect(await sweep()).toBe(0);
    expect((await read(renewed.id)).status).toBe('invited');
    harness.current.clock.advance(days - 1);
    expect(await sweep()).toBe(1);
    expect((await read(renewed.id)).status).toBe('expired');
  });

  it('many invitations expire in batches, each published once, even with concurrent sweeps', async () => {
    const referrals = Array.from({ length: 120 }, () => referralBody());
    const { body } = await partnerCalls(harness.current, caller.key)('POST /referrals/bulk', { referrals });
    harness.current.clock.advance(days);
    const turns = await Promise.all(Array.from({ length: 4 }, () => sweep(20)));
    expect(turns.reduce((sum, count) => sum + count, 0)).toBe(80);
    expect([await sweep(50), await sweep(50)]).toEqual([40, 0]);
    for (const { id } of body.results as { id: string }[])
      expect((await eventTypes(harness.current, id)).slice(2)).toEqual(['referral.expired']);
  });

  it('an invitation whose referral is locked at that moment is left for the next batch', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    harness.current.clock.advance(days);
    await harness.current.ctx.db.inTransaction(async (tx) => {
      await tx.many({ text: 'select 1 from referrals.referrals where id = $1 for update', values: [id] });
      expect(await sweep()).toBe(0);
    });
    expect(await sweep()).toBe(1);
  });

  it('an expired invitation frees the vehicle for the next referral', async () => {
    const { vehicle } = await givenReferral(harness.current, caller.key);
    harness.current.clock.advance(days);
    await sweep();
    expect((await givenReferral(harness.current, caller.key, { vehicle })).status).toBe('invited');
  });
});

describe('an overdue invitation, before a sweep', () => {
  const call = (line: string, body?: unknown) => partnerCalls(harness.current, caller.key)(line, body);
  const givenOver = async () => {
    const referral = await givenReferral(harness.current, caller.key);
    harness.current.clock.advance(days);
    return referral;
  };
  const ended = ['referral.created', 'referral.invited', 'referral.expired'];

  it('an overdue invitation is shown as expired everywhere, and the same after the sweep', async () => {
    const { id, invitation_expires_at: at } = await givenOver();
    const expired = { id, status: 'expired', status_label: 'Invitation expired', closed_at: at };
    const seen = await read(id);
    expect(seen).toMatchObject(expired);
    const byStaff = await harness.current.call('GET', `/api/staff/v1/referrals/${id}`, { token: staff });
    expect(byStaff.body).toEqual(seen);
    const listed = async (query: string) =>
      (await call(`GET /referrals?${query}`)).body.data.filter((one: { id: string }) => one.id === id);
    expect(await listed('limit=100')).toMatchObject([expired]);
    expect(await listed('status=expired&limit=100')).toMatchObject([expired]);
    expect(await listed('status=invited&limit=100')).toEqual([]);
    harness.current.clock.advance(60);
    await sweep();
    expect(await read(id)).toEqual(seen);
  });

  it('an overdue invitation is listed among the expired at its position, page by page', async () => {
    const other = await givenPartner(harness.current);
    const made = [];
    for (let index = 0; index < 6; index += 1) {
      made.push(await givenReferral(harness.current, other.key));
      harness.current.clock.advance(60);
      // The first three are swept, the others are not.
      if (index === 2) {
        harness.current.clock.advance(days);
        await sweep();
      }
    }
    harness.current.clock.advance(days);
    const ids: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await partnerCalls(harness.current, other.key)(`GET /referrals?status=expired&limit=2${cursor}`);
      ids.push(...body.data.map((one: { id: string }) => one.id));
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(ids).toEqual(made.map(({ id }) => id).toReversed());
  });

  it.each(['one', 'bulk', 'staff'])(
    'an overdue invitation does not block its vehicle, and ends once: %s',
    async (how) => {
      const { id, vehicle } = await givenOver();
      const referral = referralBody({ vehicle });
      if (how === 'one') expect((await call('POST /referrals', referral)).status).toBe(201);
      if (how === 'bulk')
        expect((await call('POST /referrals/bulk', { referrals: [referral, referralBody()] })).body.failed).toBe(0);
      if (how === 'staff') {
        const path = `/api/staff/v1/institutions/${caller.institutionId}/referrals`;
        const body = { livemode: false, referral };
        expect((await harness.current.call('POST', path, { token: staff, body })).status).toBe(201);
      }
      expect(await eventTypes(harness.current, id)).toEqual(ended);
      await sweep();
      expect(await eventTypes(harness.current, id)).toEqual(ended);
      expect((await call('POST /referrals', referralBody({ vehicle }))).body.code).toBe('referral_exists');
    },
  );

  it('an overdue invitation does not block another referral of the same vehicle', async () => {
    const { id, vehicle } = await givenOver();
    const other = await givenReferral(harness.current, caller.key);
    const answer = await call(`PATCH /referrals/${other.id}`, { vehicle: { vin: vehicle.vin } });
    expect([answer.status, answer.body.vehicle?.vin]).toEqual([200, vehicle.vin]);
    expect(await eventTypes(harness.current, id)).toEqual(ended);
  });

  it('an overdue invitation ends once, whichever comes first: a sweep, or the next referrals of its vehicle', async () => {
    const olds = await Promise.all(Array.from({ length: 10 }, () => givenReferral(harness.current, caller.key)));
    harness.current.clock.advance(days);
    const again = olds.flatMap(({ vehicle }) => [referralBody({ vehicle }), referralBody({ vehicle })]);
    const [answers] = await Promise.all([
      Promise.all(again.map((referral) => call('POST /referrals', referral))),
      sweep(),
      sweep(),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    await sweep();
    for (const { id } of olds) expect(await eventTypes(harness.current, id)).toEqual(ended);
  });
});
