import { beforeAll, expect, it } from 'vitest';
import { givenPartner } from '#testing/partners';
import { givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';
import { eventTypes, givenReferral, partnerCalls } from '../testing.ts';

const harness = useHarness();
let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});

const staff = (path: string, body: object = {}) =>
  harness.current.call('POST', `/api/staff/v1${path}`, { token, body });

async function givenActivated() {
  const { key } = await givenPartner(harness.current, { livemode: true });
  const { id } = await givenReferral(harness.current, key);
  await staff(`/referrals/${id}/activate`);
  const row = await harness.current.ctx.db.find<{ id: string }>({
    text: 'select id from consultations.consultations where source_id = $1',
    values: [id],
  });
  const partner = partnerCalls(harness.current, key);
  const savings = async () => (await partner('GET /analytics')).body.savings;
  return { id, consultationId: row?.id ?? '', savings, partner };
}

it('a consultation’s settlement settles its referral once, and its savings are known when both values are', async () => {
  const { id, consultationId, savings } = await givenActivated();
  const settle = (body: object) => staff(`/consultations/${consultationId}/settlement`, body);
  const { body: settled } = await settle({ settlement: { value_cents: 1_700_000, tax_cents: 119_000 } });
  expect(settled.money).toMatchObject({
    offer: { value: null, stated: { cents: 1_500_000, from: 'institution' } },
    improvement_cents: null,
    missing: ['offer'],
  });
  expect(await savings()).toMatchObject({ settled_count: 0, increase_cents: 0, average_increase_cents: null });
  // The team confirms the institution's amount; nothing else changes.
  await settle({ offer: { value_cents: 1_500_000 } });
  expect(await savings()).toMatchObject({
    settled_count: 1,
    initial_offer_cents: 1_500_000,
    settlement_cents: 1_700_000,
    increase_cents: 200_000,
  });
  expect((await eventTypes(harness.current, id)).filter((type) => type === 'referral.settled')).toHaveLength(1);
});

it("a referral’s settlement also applies to its consultation, and an edit of the claim is the institution's statement", async () => {
  const { id, consultationId, savings, partner } = await givenActivated();
  expect((await partner(`PATCH /referrals/${id}`, { claim: { initial_offer_cents: 1_510_000 } })).status).toBe(200);
  const settlement = { value_cents: 1_640_000, deductible_cents: 50_000 };
  const settled = await staff(`/referrals/${id}/settle`, { settlement, offer: { value_cents: 1_500_000 } });
  expect([settled.status, settled.body.status]).toEqual([200, 'settled']);
  const { body } = await harness.current.call('GET', `/api/staff/v1/board/cases/${consultationId}`, { token });
  expect(body.money).toMatchObject({
    offer: { value: { cents: 1_500_000, from: 'staff' }, stated: { cents: 1_510_000, from: 'institution' } },
    settlement: { value: { cents: 1_640_000 }, sum_cents: 1_590_000 },
    improvement_cents: 140_000,
    fee: { verdict: 'not_accepted', price_cents: 49_700, due_cents: 0 },
  });
  expect(await savings()).toMatchObject({ settled_count: 1, increase_cents: 140_000 });
});
