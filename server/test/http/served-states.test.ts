import { beforeAll, describe, expect, it } from 'vitest';
import { startHarness, useHarness, type Harness } from '#test/harness';
import { minimalIntake, newPhone, submit } from '#testing/intakes';
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

const claimIn = (state: string) => ({ claim: { ...referralBody().claim, loss_state: state } });

const refusal = ({ status, body }: { status: number; body: { issues?: readonly object[] } }) => [status, body.issues];

/** The response of each partner API operation to a loss in this state. */
async function partnerAnswers(h: Harness, state: string) {
  const { key } = await givenPartner(h);
  const call = partnerCalls(h, key);
  const referral = await givenReferral(h, key);
  const enrollment = await givenEnrollment(h, key);
  const loss = { enrollment_id: enrollment.id, date_of_loss: '2026-11-15', loss_state: state };
  const bulk = await call('POST /referrals/bulk', { referrals: [referralBody(claimIn(state))] });
  return {
    referral: refusal(await call('POST /referrals', referralBody(claimIn(state)))),
    bulk: [bulk.body.results[0].error?.code, bulk.body.results[0].error?.issues],
    edit: refusal(await call(`PATCH /referrals/${referral.id}`, { claim: { loss_state: state } })),
    loss: refusal(await call('POST /plans/loss-notices', loss)),
  };
}

const refusedWith = (message: string) => {
  const ofClaim = [400, [{ path: 'claim.loss_state', message }]];
  return {
    referral: ofClaim,
    bulk: ['validation_failed', ofClaim[1]],
    edit: ofClaim,
    loss: [400, [{ path: 'loss_state', message }]],
  };
};

describe('a loss in a state that is not served', () => {
  it.each(['PR', 'AE', 'ZZ', 'zz'])('every operation refuses the loss when the state is %s', async (state) => {
    const h = harness.current;
    const intake = await submit(h, minimalIntake({ loss: { loss_state: state } }));
    expect([intake.status, intake.body.status]).toEqual([200, 'not_eligible']);
    const message = 'is not one of the 50 states or DC';
    expect(await partnerAnswers(h, state)).toEqual(refusedWith(message));

    const user = await givenPortalUser(h, { role: 'operations' });
    const ofClaim = [{ path: 'claim.loss_state', message }];
    expect(refusal(await user.call('POST', '/referrals', { body: referralBody(claimIn(state)) }))).toEqual([
      400,
      ofClaim,
    ]);
    const checked = await user.call('POST', '/referrals/check', { body: { referral: referralBody(claimIn(state)) } });
    expect(checked.body.issues).toEqual(ofClaim);
    const body = { livemode: true, referral: referralBody(claimIn(state)) };
    const byStaff = await h.call('POST', `/api/staff/v1/institutions/${user.institutionId}/referrals`, { token, body });
    expect(refusal(byStaff)).toEqual([400, [{ path: 'referral.claim.loss_state', message }]]);
  });

  it('every operation refuses a state that the settings exclude, and accepts one that is served', async () => {
    const narrow = await startHarness({ SERVED_STATES: 'NY,CA', gapRequestsPerMin: 1_000_000 });
    try {
      expect(await partnerAnswers(narrow, 'TX')).toEqual(refusedWith('is a state that we do not serve'));
      const { referral, bulk, edit, loss } = await partnerAnswers(narrow, 'ca');
      expect([referral[0], bulk[0], edit[0], loss[0]]).toEqual([201, undefined, 200, 201]);
      const intake = await submit(
        narrow,
        minimalIntake({ customer: { phone: newPhone() }, loss: { loss_state: 'ca' } }),
      );
      expect(intake.body.status).toBe('received');
    } finally {
      await narrow.close();
    }
  });
});
