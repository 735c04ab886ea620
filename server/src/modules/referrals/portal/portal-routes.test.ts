import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { referralBody, syntheticVin } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

const refer = (user: PortalBrowser, changes = {}, mode: 'test' | 'live' = 'test') =>
  user.call('POST', '/referrals', { mode, body: referralBody(changes) });

type Search = { readonly mode?: 'test' | 'live'; readonly [member: string]: unknown };

const search = (user: PortalBrowser, q: string, { mode = 'test', ...more }: Search = {}) =>
  user.call('POST', '/referrals/search', { mode, body: { q, ...more } });

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

describe('referrals in the portal', () => {
  it('referrals are listed newest first, by status and time, a page at a time', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift((await refer(user)).body.id);
      h.clock.advance(60);
    }
    expect(idsOf(await user.call('GET', '/referrals'))).toEqual(made);
    const first = await user.call('GET', '/referrals?limit=2&status=invited');
    expect(idsOf(first)).toEqual(made.slice(0, 2));
    const second = await user.call('GET', `/referrals?limit=3&cursor=${first.body.next_cursor}`);
    expect(idsOf(second)).toEqual(made.slice(2));
    expect(second.body.has_more).toBe(false);
    expect(idsOf(await user.call('GET', '/referrals?status=settled'))).toEqual([]);
    const since = second.body.data[0].created_at;
    expect(idsOf(await user.call('GET', `/referrals?created_from=${since}`))).toEqual(made.slice(0, 3));
    expect(idsOf(await user.call('GET', `/referrals?created_to=${since}`))).toEqual(made.slice(3));
    expect((await user.call('GET', '/referrals?status=x')).status).toBe(400);
    expect((await user.call('GET', '/referrals?q=x')).status).toBe(400);
  });

  it('referrals are found by VIN, its end, claim number, reference and id, and never across institutions', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const stranger = await givenPortalUser(h, { role: 'operations' });
    const vin = syntheticVin();
    const { claim, vehicle } = referralBody();
    const changes = {
      external_ref: 'Loan-900-A',
      vehicle: { ...vehicle, vin },
      claim: { ...claim, claim_number: 'CLM-777-88' },
    };
    const { body } = await refer(user, changes);
    await refer(user);
    const texts = [
      vin,
      vin.toLowerCase(),
      ` ${vin.slice(0, 8)} ${vin.slice(8)} `,
      vin.slice(-8),
      'CLM-777-88',
      'clm-777',
      'Loan-900-A',
      'Loan-9',
      body.id,
      body.id.slice(0, 27),
    ];
    for (const text of texts) {
      const found = await search(user, text);
      expect([text, found.status, idsOf(found), found.body.complete]).toEqual([text, 200, [body.id], true]);
      expect([text, idsOf(await search(stranger, text))]).toEqual([text, []]);
      expect([text, idsOf(await search(user, text, { mode: 'live' }))]).toEqual([text, []]);
    }
    for (const text of ['777-88', 'Loan-900-AB', '%', '_______', 'Lo', "' or true --", '\u{10FFFF}'.repeat(3)])
      expect([text, (await search(user, text)).body.data ?? []]).toEqual([text, []]);
    expect(idsOf(await search(user, vin, { status: 'settled' }))).toEqual([]);
    expect(idsOf(await search(user, vin, { status: 'invited', limit: '1' }))).toEqual([body.id]);
    for (const bad of [{ q: '' }, { q: ' ' }, { q: 'x'.repeat(121) }, { q: 7 }, {}, { q: 'abcd', more: 1 }])
      expect((await user.call('POST', '/referrals/search', { body: bad })).status).toBe(400);
  });

  it('referrals with the same beginning are found a page at a time, and the response tells if there are more candidates', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const { key } = await givenPartner(h, { institutionId: user.institutionId });
    const referrals = Array.from({ length: 201 }, (_, index) => referralBody({ external_ref: `book-${index + 100}` }));
    const { body } = await h.call('POST', '/api/gap/v1/referrals/bulk', { token: key, body: { referrals } });
    expect(body.failed).toBe(0);
    const first = await search(user, 'book-', { limit: '100' });
    expect([first.body.data.length, first.body.complete]).toEqual([100, false]);
    const few = await search(user, 'book-10', { limit: '6' });
    const rest = await search(user, 'book-10', { limit: '6', cursor: few.body.next_cursor });
    expect(few.body.complete).toBe(true);
    expect([...few.body.data, ...rest.body.data].map((one) => one.external_ref).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, index) => `book-10${index}`),
    );
    expect(rest.body.has_more).toBe(false);
  });

  it('referrals can be changed by operations, seen by readers, and neither by finance or outsiders', async () => {
    const h = harness.current;
    const { institutionId } = await givenPortalUser(h);
    const reads = async (user: PortalBrowser) => [
      (await user.call('GET', '/referrals')).status,
      (await user.call('GET', '/referrals.csv')).status,
      (await search(user, 'nothing')).status,
    ];
    const writes = async (user: PortalBrowser) => [
      (await user.call('POST', '/referrals/check', { body: { referral: {} } })).status,
      (await refer(user)).status,
    ];
    for (const role of ['owner', 'admin', 'operations', 'developer', 'read_only', 'finance'] as const) {
      const user = await givenPortalUser(h, { role, institutionId });
      const may = ['owner', 'admin', 'operations'].includes(role);
      expect([role, ...(await reads(user))]).toEqual([role, ...Array(3).fill(role === 'finance' ? 403 : 200)]);
      expect([role, ...(await writes(user))]).toEqual([role, ...(may ? [200, 201] : [403, 403])]);
    }
    expect((await h.call('GET', `/api/portal/v1/${institutionId}/test/referrals`)).status).toBe(401);
    const stranger = await givenPortalUser(h);
    const foreign = await h.call('GET', `/api/portal/v1/${institutionId}/test/referrals`, {
      headers: stranger.headers,
    });
    const unknown = await h.call('GET', '/api/portal/v1/inst_unknown/test/referrals', { headers: stranger.headers });
    const bare = (text: string) => text.replaceAll(/"(instance|request_id)":"[^"]*"/g, '');
    expect([foreign.status, bare(foreign.text)]).toEqual([404, bare(unknown.text)]);
  });

  it('live referrals can be read but not created until live mode is open', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h);
    await h.owner.pool.query('update partners.institutions set live_opened_at = null where id = $1', [
      user.institutionId,
    ]);
    expect((await user.call('GET', '/referrals', { mode: 'live' })).body.data).toEqual([]);
    expect((await search(user, 'anything', { mode: 'live' })).status).toBe(200);
    const refused = await refer(user, {}, 'live');
    expect([refused.status, refused.body.code]).toEqual([403, 'live_not_open']);
    expect((await refer(user)).status).toBe(201);
  });
});
