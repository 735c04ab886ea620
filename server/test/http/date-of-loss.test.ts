import { beforeAll, describe, expect, it } from 'vitest';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';
import { givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenReferral, partnerCalls, referralBody } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current, 'lead');
});

const staff = (method: string, path: string) => harness.current.call(method, `/api/staff/v1${path}`, { token });

/** The date of loss of a case by its source: the fact that staff read, and the one attributed to the institution. */
async function factOf(sourceId: string) {
  const { body } = await staff('GET', `/cases/${await consultationOf(harness.current, sourceId)}/facts`);
  const { value, from, sent } = body.fields.find(({ field }: { field: string }) => field === 'date_of_loss');
  return { value, from, sent };
}

// An evening in California, which is the next day in UTC.
const evening = '2026-11-14T22:15:00-08:00';

describe('a date of loss with an offset', () => {
  it('a referral keeps its calendar day for the team, the evidence, the portal and its file', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const { key } = await givenPartner(h, { institutionId: user.institutionId, livemode: true });
    const call = partnerCalls(h, key);
    const { id, claim } = await givenReferral(h, key, { claim: { ...referralBody().claim, date_of_loss: evening } });
    expect(claim.date_of_loss).toBe('2026-11-15T06:15:00.000Z');
    expect((await staff('POST', `/referrals/${id}/activate`)).status).toBe(200);

    const day = '2026-11-14';
    const seen = async () => ({
      fact: await factOf(id),
      evidence: (await staff('GET', `/referrals/${id}/evidence`)).body.claim.date_of_loss,
      portal: (await user.call('GET', `/referrals/${id}`, { mode: 'live' })).body.loss_day,
      file: (await user.call('GET', '/referrals.csv', { mode: 'live' })).text.includes(`,${day},`),
    });
    const kept = { fact: { value: day, from: 'institution', sent: day }, evidence: day, portal: day, file: true };
    expect(await seen()).toEqual(kept);
    // Neither an edit of another member nor one that sends back our value changes the day.
    for (const change of [{ carrier: 'Other Mutual' }, { date_of_loss: claim.date_of_loss, carrier: 'Third Mutual' }])
      expect((await call(`PATCH /referrals/${id}`, { claim: change })).status).toBe(200);
    expect(await seen()).toEqual(kept);
    await call(`PATCH /referrals/${id}`, { claim: { date_of_loss: '2026-11-13T23:30:00-05:00' } });
    expect((await factOf(id)).value).toBe('2026-11-13');
  });

  it('a loss notice keeps its calendar day, and cover is compared by calendar days', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h, { livemode: true });
    const call = partnerCalls(h, key);
    const report = async (date: string) => {
      const { id } = await givenEnrollment(h, key, { effective_on: '2026-11-14' });
      return call('POST /plans/loss-notices', { enrollment_id: id, date_of_loss: date });
    };
    const { status, body } = await report(evening);
    expect([status, body.date_of_loss]).toEqual([201, '2026-11-15T06:15:00.000Z']);
    expect(await factOf(body.redemption_id)).toEqual({ value: '2026-11-14', from: 'institution', sent: '2026-11-14' });
    // In UTC the first is a day after the cover began, and the second the day before.
    const early = await report('2026-11-13T20:00:00-05:00');
    expect([early.status, early.body.issues]).toEqual([
      400,
      [{ path: 'date_of_loss', message: 'must not be before the enrollment began' }],
    ]);
    expect((await report('2026-11-14T00:30:00+10:00')).status).toBe(201);
  });
});
