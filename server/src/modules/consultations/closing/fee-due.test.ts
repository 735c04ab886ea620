import { beforeAll, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { givenHold, type GivenCheckout, bodyOf } from '#testing/checkout';
import { bringTo, givenIntake, type CreatedReceipt } from '#testing/intakes';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useCardHarness } from '#test/doubles/stripe';
import type { Answer } from '#test/harness';

const parts = useCardHarness();
let lead = '';
beforeAll(async () => {
  lead = await givenStaffToken(parts.current.harness, 'lead');
});

const post = (path: string, body?: unknown, token = lead): Promise<Answer> =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });
const detail = async (id: string) =>
  (await parts.current.harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token: lead })).body;
type Delivered = GivenCheckout & { readonly receipt: CreatedReceipt };

/** An owner's case whose consultation was given. */
async function givenDelivered(): Promise<Delivered> {
  const { harness } = parts.current;
  const receipt = await givenIntake(harness, { offer: { acv_offer_cents: 1_000_000 } });
  await bringTo(harness, receipt, 'consultation_active');
  const consultationId = await consultationOf(harness, receipt.intake_id);
  const { body } = await post(`/consultations/${consultationId}/deliver`);
  const [, token = ''] = /\/checkout\/([0-9A-Za-z]{32})/.exec(body.checkout.research_url) ?? [];
  return {
    consultationId,
    contacts: { email: undefined, phone: undefined },
    path: (product) => `/checkout/${token}/${product}`,
    receipt,
  };
}

const settle = (id: string, cents = 1_000_000) =>
  post(`/consultations/${id}/settlement`, { settlement: { value_cents: cents }, offer: { value_cents: 1_000_000 } });

describe('a settled case', () => {
  it("a settled case with a fee due has no closing date, shows the fee less the research, and is in the leads' list", async () => {
    const { harness } = parts.current;
    const checkout = await givenDelivered();
    const { consultationId: id } = checkout;
    expect((await post(`/holds/${await givenHold(parts.current, checkout, 'research')}/capture`)).status).toBe(200);
    const holdId = await givenHold(parts.current, checkout, 'representation');
    const feesDue = async (): Promise<{ consultation_id: string; due_cents: number }[]> =>
      (await harness.call('GET', '/api/staff/v1/board/load', { token: lead })).body.fees_due;
    expect((await detail(id)).money.fee).toMatchObject({ verdict: 'unknown', due_cents: 0 });
    expect(await feesDue()).toEqual([]);
    await settle(id, 1_200_000);
    const { money, closing, holds, payment } = await detail(id);
    const price = holds.find(({ product }: { product: string }) => product === 'representation').amount_cents;
    expect(payment.items.find(({ name }: { name: string }) => name === 'representation').price_cents).toBe(price);
    expect(closing.closes_at).toBeNull();
    const fee = { verdict: 'due', price_cents: price, paid_cents: 19_900, due_cents: price - 19_900 };
    expect(money.fee).toEqual(fee);
    expect(await feesDue()).toMatchObject([{ consultation_id: id, due_cents: price - 19_900, declined: false }]);
    expect((await post(`/holds/${holdId}/capture`)).body.captured_cents).toBe(price - 19_900);
    const paid = await detail(id);
    expect(paid.money.fee).toEqual({ ...fee, verdict: 'paid', paid_cents: price, due_cents: 0 });
    expect([paid.closing.closes_at, await feesDue()]).toEqual([expect.any(String), []]);
  });
});
