import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { referralBody } from '../testing.ts';

const harness = useHarness();

describe('a draft', () => {
  const check = async (user: PortalBrowser, referral: unknown, mode: 'test' | 'live' = 'test') =>
    (await user.call('POST', '/referrals/check', { mode, body: { referral } })).body;

  it('a draft may be anything, and a complete referral has no issues', async () => {
    const user = await givenPortalUser(harness.current, { role: 'operations' });
    for (const draft of [null, 1, 'x', [], [{}], { vehicle: 7 }, { vehicle: { vin: 'x'.repeat(9000) } }])
      expect((await check(user, draft)).issues.length).toBeGreaterThan(0);
    expect((await check(user, referralBody())).issues).toEqual([]);
    const huge = { referral: { external_ref: 'x'.repeat(140_000) } };
    expect((await user.call('POST', '/referrals/check', { body: huge })).status).toBe(413);
  });

  it('a check of a draft returns the decoded VIN, and the members that contradict it', async () => {
    const user = await givenPortalUser(harness.current, { role: 'operations' });
    const vehicle = { vin: '1ftfw5l86rfb45612', year: 2019, make: 'Toyota', model: 'Camry' };
    const { vehicle: told, warnings } = await check(user, { ...referralBody(), vehicle });
    expect(told).toMatchObject({ vin: '1FTFW5L86RFB45612', year: 2024, model: 'F-150' });
    const codes = warnings.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
    expect(codes).toContain('vin_year vehicle.year');
    expect(codes).toContain('vin_make vehicle.make');
    expect((await check(user, { vehicle: { vin: '1FTFW5L8' } })).vehicle).toBeNull();
    const wrong = await check(user, { vehicle: { vin: '1FTFW5L80RFB45612' } });
    const right = await check(user, { vehicle: { vin: '1M8GDM9AXKP042788' } });
    expect([wrong.vehicle.check_digit, right.vehicle.check_digit]).toEqual(['wrong', 'right']);
    expect(wrong.warnings[0].code).toBe('vin_check_digit');
  });

  it('a check of a draft warns about days and sums, and refuses neither', async () => {
    const user = await givenPortalUser(harness.current, { role: 'operations' });
    const { claim } = referralBody();
    const codesOf = async (changes: object) =>
      (
        await check(
          user,
          referralBody({
            vehicle: { vin: '1M8GDM9AXKP042788', year: 1989, make: 'Motor Coach Industries', model: 'Bus' },
            claim: { ...claim, ...changes },
          }),
        )
      ).warnings.map(({ code }: { code: string }) => code);
    expect(await codesOf({})).toEqual([]);
    expect(await codesOf({ date_of_loss: '2026-11-16' })).toEqual(['loss_in_future']);
    expect(await codesOf({ date_of_loss: '2023-11-01' })).toEqual(['loss_long_ago']);
    expect(await codesOf({ initial_offer_cents: 1_900_000 })).toEqual(['offer_above_payoff']);
  });

  it('a check of a draft names the open referral of its car: of this institution, in this mode, while it is open', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const stranger = await givenPortalUser(h, { role: 'operations' });
    const referral = referralBody();
    const { body } = await user.call('POST', '/referrals', { body: referral });
    expect((await check(user, referral)).open_referral).toEqual({ id: body.id, status: 'invited' });
    expect((await check(user, referral, 'live')).open_referral).toBeNull();
    expect((await check(stranger, referral)).open_referral).toBeNull();
    await h.owner.pool.query(`update referrals.referrals set invitation_expires_at = $2 where id = $1`, [
      body.id,
      h.clock.now(),
    ]);
    expect((await check(user, referral)).open_referral).toBeNull();
  });
});
