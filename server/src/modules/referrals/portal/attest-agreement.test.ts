import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenReferral } from '../testing.ts';

const harness = useHarness();

const attestation = {
  attestor_name: 'Synthetic Officer',
  channel: 'phone',
  attestation: 'Synthetic: I told the borrower who will call and why.',
};

it('the portal refuses an agreement in the future or from long ago, and accepts one from last month', async () => {
  const { current } = harness;
  const { key, institutionId } = await givenPartner(current, { livemode: false });
  const { id } = await givenReferral(current, key);
  const portal = await givenPortalUser(current, { role: 'operations', institutionId });
  const attest = (days: number) => {
    const confirmed_at = new Date(current.clock.now().getTime() + days * 86_400_000).toISOString();
    return portal.call('POST', `/referrals/${id}/attest`, { body: { ...attestation, confirmed_at } });
  };
  for (const days of [1, -31]) {
    const refused = await attest(days);
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'confirmed_at']);
  }
  expect((await attest(-29)).status).toBe(200);
});
