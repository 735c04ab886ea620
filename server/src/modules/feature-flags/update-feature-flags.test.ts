import { describe, expect, it } from 'vitest';
import { startHarness, useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenAgent } from '#testing/agents';

const harness = useHarness();

const everythingOpen = {
  intake_program_open: true,
  registration_open: true,
  features: {
    referral_sandbox: true,
    partner_security_platform: true,
    signed_credentials: true,
    review_records: true,
  },
};

describe('the feature flags', () => {
  it('feature flags are enabled by default, and features follow the configuration', async () => {
    const token = await givenStaffToken(harness.current);
    const { status, body } = await harness.current.call('GET', '/api/staff/v1/settings', { token });
    expect([status, body]).toEqual([200, everythingOpen]);
    const own = await startHarness({ PARTNER_FEATURES: 'review_records' });
    try {
      const settings = await own.call('GET', '/api/staff/v1/settings', { token: await givenStaffToken(own) });
      expect(settings.body.features).toEqual({
        referral_sandbox: false,
        partner_security_platform: false,
        signed_credentials: false,
        review_records: true,
      });
    } finally {
      await own.close();
    }
  });

  it('feature flags change according to the patch, and the others stay unchanged', async () => {
    const token = await givenStaffToken(harness.current);
    const patch = (body: unknown) => harness.current.call('PATCH', '/api/staff/v1/settings', { token, body });
    const closed = await patch({ intake_program_open: false, features: { signed_credentials: false } });
    const expected = {
      ...everythingOpen,
      intake_program_open: false,
      features: { ...everythingOpen.features, signed_credentials: false },
    };
    expect([closed.status, closed.body]).toEqual([200, expected]);
    expect((await patch({})).body).toEqual(expected);
    const enabled = await patch({ intake_program_open: true, features: { signed_credentials: true } });
    expect(enabled.body).toEqual(everythingOpen);
  });

  it.each<[string, unknown]>([
    ['an unknown name', { everything_open: true }],
    ['an unknown feature', { features: { everything: true } }],
    ['a word for a boolean', { registration_open: 'false' }],
    ['a number for a boolean', { registration_open: 0 }],
    ['null', { registration_open: null }],
    ['a feature at the top', { signed_credentials: false }],
  ])('feature flags reject invalid input: %s', async (_name, body) => {
    const token = await givenStaffToken(harness.current);
    expect((await harness.current.call('PATCH', '/api/staff/v1/settings', { token, body })).status).toBe(400);
    expect((await harness.current.call('GET', '/api/staff/v1/settings', { token })).body).toEqual(everythingOpen);
  });

  it('feature flags are set by staff only', async () => {
    const { key } = await givenAgent(harness.current);
    const body = { registration_open: false };
    const statuses = [];
    for (const credential of [{}, { token: key }, { token: `svc_staff_${'a'.repeat(32)}` }]) {
      statuses.push((await harness.current.call('PATCH', '/api/staff/v1/settings', { body, ...credential })).status);
      statuses.push((await harness.current.call('GET', '/api/staff/v1/settings', credential)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
    const token = await givenStaffToken(harness.current);
    expect((await harness.current.call('GET', '/api/staff/v1/settings', { token })).body).toEqual(everythingOpen);
  });
});
