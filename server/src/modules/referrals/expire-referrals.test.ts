import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/access';
import { givenPartner, type PartnerCaller } from '#testing/partners';
import { expireReferrals } from './expire-referrals.ts';
import {
  eventsAbout,
  eventTypes,
  givenReferral,
  linkPath,
  partnerCalls,
  press,
  referralBody,
  tracesOf,
} from './testing.ts';

const harness = useHarness({ GAP_REQUESTS_PER_MIN: '1000000' });

let caller: PartnerCaller;
let staff = '';
beforeAll(async () => {
  caller = await givenPartner(harness.current);
  staff = await givenStaffToken(harness.current);
});
/** Nothing of another test is due. */
beforeEach(async () => {
  await expireReferrals(harness.current.ctx, 10_000);
});

const days = 14 * 86_400;
const sweep = (limit = 500) => expireReferrals(harness.current.ctx, limit);
const read = async (id: string) => (await partnerCalls(harness.current, caller.key)(`GET /referrals/${id}`)).body;

describe('an invitation', () => {
  it('expires at its time and not a millisecond before, once [P-REF-009]', async () => {
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

  it('that ran out cannot be used by anybody, also before the sweeper has come by [P-REF-009]', async () => {
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

  it('that was answered, taken back or renewed in time does not expire', async () => {
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

  it('expires with many others a turn at a time, each told once, whoever sweeps beside', async () => {
    const referrals = Array.from({ length: 120 }, () => referralBody());
    const { body } = await partnerCalls(harness.current, caller.key)('POST /referrals/bulk', { referrals });
    harness.current.clock.advance(days);
    const turns = await Promise.all(Array.from({ length: 4 }, () => sweep(20)));
    expect(turns.reduce((sum, count) => sum + count, 0)).toBe(80);
    expect([await sweep(50), await sweep(50)]).toEqual([40, 0]);
    for (const { id } of body.results as { id: string }[])
      expect((await eventTypes(harness.current, id)).slice(2)).toEqual(['referral.expired']);
  });

  it('whose referral is held at that moment is left for the next turn', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    harness.current.clock.advance(days);
    await harness.current.ctx.db.inTransaction(async (tx) => {
      await tx.many({ text: 'select 1 from referrals.referrals where id = $1 for update', values: [id] });
      expect(await sweep()).toBe(0);
    });
    expect(await sweep()).toBe(1);
  });

  it('frees the vehicle for the next referral', async () => {
    const { vehicle } = await givenReferral(harness.current, caller.key);
    harness.current.clock.advance(days);
    await sweep();
    expect((await givenReferral(harness.current, caller.key, { vehicle })).status).toBe('invited');
  });
});
