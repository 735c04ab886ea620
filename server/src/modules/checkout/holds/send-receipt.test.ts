import { expect, it } from 'vitest';
import { useCardHarness } from '#test/doubles/stripe';
import { givenStaffToken } from '#testing/staff';
import { givenCard, givenCheckout, givenHold, bodyOf } from '../testing.ts';

const parts = useCardHarness();

it('the owner gets one receipt for a charge to the saved card, and each page has both receipts', async () => {
  const { harness } = parts.current;
  const token = await givenStaffToken(harness);
  const post = (path: string, body?: unknown) =>
    harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });
  const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
  const research = await givenHold(parts.current, checkout, 'research');
  expect((await post(`/holds/${research}/capture`)).status).toBe(200);
  const card = await givenCard(parts.current, checkout);
  await post(`/consultations/${checkout.consultationId}/settlement`, { settlement: { value_cents: 1_100_000 } });
  expect((await post(`/holds/${card}/capture`)).body).toMatchObject({ captured_cents: 27_300 });
  for (const product of ['research', 'representation'] as const) {
    const { text } = await harness.call('GET', checkout.path(product));
    for (const reference of [research, card]) expect(text).toContain(reference);
  }
  const messages = await harness.ctx.db.many({
    text: 'select purpose from customers.messages where subject_id = $1 order by purpose',
    values: [card],
  });
  expect(messages).toEqual([{ purpose: 'checkout.hold-placed' }, { purpose: 'checkout.receipt' }]);
});
