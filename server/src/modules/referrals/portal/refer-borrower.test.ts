import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { eventTypes, referralBody } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

const refer = (user: PortalBrowser, changes = {}, mode: 'test' | 'live' = 'test') =>
  user.call('POST', '/referrals', { mode, body: referralBody(changes) });

describe('a referral by form', () => {
  it('the form creates the same referral as the API, with its events and its invitation, and the trail names it', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const made = await refer(user, { external_ref: 'loan-1' }, 'live');
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.body).toMatchObject({ status: 'invited', submitted_via: 'portal', livemode: true });
    expect(await eventTypes(h, id)).toEqual(['referral.created', 'referral.invited']);
    const { key } = await givenPartner(h, { institutionId: user.institutionId, livemode: true });
    expect((await h.call('GET', `/api/gap/v1/referrals/${id}`, { token: key })).body).toEqual(made.body);
    const { rows } = await h.owner.pool.query(
      'select operation, subject_id, user_id from audit.entries where institution_id = $1',
      [user.institutionId],
    );
    expect(rows).toEqual([{ operation: 'referrals.portal-create', subject_id: id, user_id: user.userId }]);
    const messages = await h.owner.pool.query('select channel from customers.messages where subject_id = $1', [id]);
    expect(messages.rows.length).toBeGreaterThan(0);
  });

  it('a test referral contacts no one', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const { body } = await refer(user);
    const { rows } = await h.owner.pool.query('select distinct state from customers.messages where subject_id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ state: 'sandbox' }]);
  });

  it('submitting twice at the same moment creates one referral, and the second response names it', async () => {
    const user = await givenPortalUser(harness.current, { role: 'operations' });
    const body = referralBody();
    const answers = await Promise.all([1, 2, 3].map(() => user.call('POST', '/referrals', { body })));
    const made = answers.find(({ status }) => status === 201)?.body.id;
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.map((one) => [one.status, one.body.code, one.body.referral_id])).toEqual([
      [409, 'referral_exists', made],
      [409, 'referral_exists', made],
    ]);
    const { body: list } = await user.call('GET', '/referrals');
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([made]);
  });

  it('a form is refused with all issues of the API and of the check', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'operations' });
    const { key } = await givenPartner(h, { institutionId: user.institutionId });
    const wrong = [
      {},
      { borrower: {}, vehicle: {}, claim: {}, liability: {} },
      { ...referralBody(), borrower: { first_name: ' ', last_name: 'x' } },
      { ...referralBody(), vehicle: { vin: '1SYNTH', year: '2021', make: 1, model: null } },
      { ...referralBody(), more: true, borrower: 7 },
      { ...referralBody(), borrower: { first_name: 'a', last_name: 'b', email: 'no address', phone: '1' } },
    ];
    for (const body of wrong) {
      const refused = await user.call('POST', '/referrals', { body });
      const checked = await user.call('POST', '/referrals/check', { body: { referral: body } });
      const byApi = await h.call('POST', '/api/gap/v1/referrals', { token: key, body });
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
      expect(refused.body.issues).toEqual(byApi.body.issues);
      expect(checked.body.issues).toEqual(byApi.body.issues);
    }
    expect((await user.call('GET', '/referrals')).body.data).toEqual([]);
  });
});
