import { beforeAll, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { givenHold, holdsOf, reconcileDue } from '#testing/checkout';
import { consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import { useCardHarness } from '#test/doubles/stripe';
import type { Answer } from '#test/harness';

const parts = useCardHarness();
let lead = '';
beforeAll(async () => {
  lead = await givenStaffToken(parts.current.harness, 'lead');
});

const post = (path: string, body?: unknown): Promise<Answer> =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token: lead, ...(body === undefined ? {} : { body }) });

describe('a borrower’s case with a hold', () => {
  const givenBorrower = async () => {
    const { harness } = parts.current;
    const { id: consultationId, sourceId } = await consultationOrigins.referral(harness, {
      customer: newCustomer(),
      token: lead,
    });
    const { body } = await post(`/consultations/${consultationId}/deliver`);
    const [, token = ''] = /\/checkout\/([0-9A-Za-z]{32})/.exec(body.checkout.research_url) ?? [];
    const contacts = { email: undefined, phone: undefined };
    const given = { consultationId, contacts, path: (product: string) => `/checkout/${token}/${product}` };
    return { ...given, sourceId, holdId: await givenHold(parts.current, given, 'research') };
  };

  it('a referral does not close a case while its hold stands', async () => {
    const { sourceId, holdId } = await givenBorrower();
    expect((await post(`/referrals/${sourceId}/close`)).body.code).toBe('money_open');
    expect((await post(`/holds/${holdId}/release`)).body.state).toBe('released');
    expect((await post(`/referrals/${sourceId}/close`)).body.status).toBe('closed');
  });

  it('a borrower who says no on the phone gets the hold released', async () => {
    const given = await givenBorrower();
    expect((await post(`/queue/${given.consultationId}/calls`, { outcome: 'declined' })).status).toBe(200);
    await reconcileDue(parts.current.harness);
    expect(await holdsOf(parts.current.harness, given)).toMatchObject([{ id: given.holdId, state: 'released' }]);
  });

  it('the hold follows the location of the claim once staff correct it', async () => {
    const { harness } = parts.current;
    const { consultationId } = await givenBorrower();
    const path = `/api/staff/v1/cases/${consultationId}/facts`;
    const body = { seen: 0, changes: { loss_state: 'NY' } };
    expect((await harness.call('PATCH', path, { token: lead, body })).status).toBe(200);
    const text = 'select claim_state from checkout.checkouts where consultation_id = $1';
    expect((await harness.ctx.db.pool.query(text, [consultationId])).rows).toEqual([{ claim_state: 'NY' }]);
  });
});
