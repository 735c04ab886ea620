import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';

const harness = useHarness();

it('P-ME-001 P-AUTH-001 says which bearer key calls, whose it is and what is open', async () => {
  const { institutionId, keyId, key } = await givenPartner(harness.current, { label: 'core banking' });
  const { status, body } = await harness.current.call('GET', '/api/gap/v1/me', { token: key });
  const now = harness.current.clock.now().toISOString();
  expect(status).toBe(200);
  expect(body).toEqual({
    object: 'gap.credential',
    id: keyId,
    type: 'bearer',
    label: 'core banking',
    key_prefix: key.slice(0, 15),
    alg: null,
    livemode: false,
    role: 'full',
    status: 'active',
    created_at: now,
    activated_at: now,
    expires_at: null,
    last_used_at: now,
    institution: { id: institutionId, name: 'Synthetic Credit Union' },
    features: {
      referral_sandbox: true,
      partner_security_platform: true,
      signed_credentials: true,
      review_records: true,
    },
    limits: { requests_per_minute: 600, bulk_max_rows: 500, roster_max_rows: 1_000_000 },
  });
});
