import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { givenReferral, referralBody, syntheticVin } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

const refer = (user: PortalBrowser, changes = {}, mode: 'test' | 'live' = 'test') =>
  user.call('POST', '/referrals', { mode, body: referralBody(changes) });

describe('the file', () => {
  it('the file has every referral once, cannot contain a formula, and uses the filters of the list', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const { key } = await givenPartner(h, { institutionId: user.institutionId });
    const evil = '=HYPERLINK("https://evil.example";"x")';
    const borrower = { first_name: evil, last_name: '@SUM(A1)', email: '-a@example.com', phone: '2125550142' };
    const { claim, vehicle } = referralBody();
    await refer(user, {
      borrower,
      external_ref: '+1',
      vehicle: { ...vehicle, vin: syntheticVin(), make: '=1+1', model: '\t=2' },
      claim: { ...claim, carrier: '-3', claim_number: '@4', date_of_loss: '2026-11-02' },
    });
    await givenReferral(h, key, { external_ref: 'a "quoted", line' });
    const { status, text, headers } = await user.call('GET', '/referrals.csv');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="referrals.csv"');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^id,status,/);
    expect(text).toContain('"a ""quoted"", line"');
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"";""x"")"`);
    // A phone number begins with a plus sign, so it also gets an apostrophe.
    expect(text).toContain("'+12125550142");
    for (const cell of text.split(/,|\r\n/)) expect(cell).not.toMatch(/^"?[=+\-@\t]/);
    expect((await user.call('GET', '/referrals.csv?status=settled')).text.trimEnd().split('\r\n')).toHaveLength(1);
    expect((await user.call('GET', '/referrals.csv?q=x')).status).toBe(400);
  });

  it('the file continues from page to page', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const { key } = await givenPartner(h, { institutionId: user.institutionId });
    for (let call = 0; call < 3; call += 1) {
      const referrals = Array.from({ length: 400 }, () => referralBody());
      await h.call('POST', '/api/gap/v1/referrals/bulk', { token: key, body: { referrals } });
    }
    const { text } = await user.call('GET', '/referrals.csv');
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect([ids.length, new Set(ids).size]).toEqual([1200, 1200]);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });
});
