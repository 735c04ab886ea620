import assert from 'node:assert/strict';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findResearchPayment } from '#modules/checkout';
import { useCardHarness } from '#test/doubles/stripe';
import { givenStaffToken } from '#testing/staff';
import { bodyOf, givenCard, givenCheckout, givenHold, holdsOf, reconcileDue, type GivenCheckout } from '../testing.ts';

const parts = useCardHarness();

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness);
});
afterEach(() => assert.deepEqual(parts.current.stripe.complaints, []));

const post = (path: string, body?: unknown) =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });

const given = () => givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });

const settle = ({ consultationId: id }: GivenCheckout, improvementCents = 100_000) =>
  post(`/consultations/${id}/settlement`, { settlement: { value_cents: 1_000_000 + improvementCents } });

const note = ({ consultationId: id }: GivenCheckout, product: string, cents: number) =>
  post(`/consultations/${id}/payments`, { product, amount_cents: cents, method: 'check', paid_on: '2026-11-15' });

const paymentOf = ({ consultationId }: GivenCheckout) => findResearchPayment(parts.current.harness.ctx, consultationId);

describe('representation paid outside the provider', () => {
  it('a payment for representation is not recorded while a card is saved, without an improvement, or above the amount due', async () => {
    const checkout = await given();
    expect((await note(checkout, 'representation', 47_200)).body.code).toBe('improvement_unknown');
    const card = await givenCard(parts.current, checkout);
    await settle(checkout, 99_999);
    expect((await note(checkout, 'representation', 47_200)).body.code).toBe('money_open');
    await post(`/holds/${card}/release`);
    expect((await note(checkout, 'representation', 47_200)).body.code).toBe('improvement_too_small');
    await settle(checkout);
    const { body } = await note(checkout, 'representation', 47_201);
    expect([body.code, body.due_cents]).toEqual(['payment_too_large', 47_200]);
    await note(checkout, 'research', 19_900);
    expect((await note(checkout, 'representation', 27_301)).body.due_cents).toBe(27_300);
    expect((await note(checkout, 'representation', 27_300)).status).toBe(200);
  });

  it('representation is not charged again, whichever payment came first', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await given();
    const card = await givenCard(parts.current, checkout);
    await settle(checkout);
    // As it was recorded before saved cards were checked.
    await harness.ctx.db.many({
      text: `insert into checkout.payments (id, consultation_id, product, amount_cents, method, paid_on, noted_by, noted_at)
             values ('pay_before', $1, 'representation', 47200, 'check', '2026-11-15', 'stf_synthetic', $2)`,
      values: [checkout.consultationId, harness.clock.now()],
    });
    expect((await post(`/holds/${card}/capture`)).body.code).toBe('paid_otherwise');
    expect(stripe.bank.captures.filter(({ holdId }) => holdId === card)).toEqual([]);
  });

  it('paid representation includes the research, whose hold is released and cannot be captured', async () => {
    const { harness } = parts.current;
    const checkout = await given();
    const research = await givenHold(parts.current, checkout, 'research');
    expect(await paymentOf(checkout)).toMatchObject({ kind: 'held' });
    await settle(checkout);
    expect((await note(checkout, 'representation', 47_200)).status).toBe(200);
    expect(await paymentOf(checkout)).toEqual({ kind: 'included' });
    expect((await post(`/holds/${research}/capture`)).body.code).toBe('hold_covered');
    await reconcileDue(harness);
    expect(await holdsOf(harness, checkout)).toMatchObject([{ state: 'failed', failure: 'covered' }]);
  });
});

describe('research paid outside the provider', () => {
  it('research counts as paid and is deducted from representation, as the pages say before and after', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await given();
    await note(checkout, 'research', 19_900);
    expect(await paymentOf(checkout)).toEqual({ kind: 'charged' });
    const shown = async () => (await harness.call('GET', checkout.path('representation'))).text.replace(/\s+/g, ' ');
    expect(await shown()).toContain('You have paid $199.00 for research.');
    const card = await givenCard(parts.current, checkout);
    expect(await shown()).toContain('<strong>$273.00</strong>');
    await settle(checkout);
    expect((await post(`/holds/${card}/capture`)).body).toMatchObject({ captured_cents: 27_300 });
    expect(stripe.bank.captures.filter(({ holdId }) => holdId === card)).toMatchObject([{ amount: 27_300 }]);
  });
});

it('research is charged manually only for a released appraisal, or with a reason that is on the audit trail', async () => {
  const { harness } = parts.current;
  const hold = await givenHold(parts.current, await given(), 'research');
  const capture = (body: object) => harness.call('POST', `/api/staff/v1/holds/${hold}/capture`, { token, body });
  expect((await capture({})).body.code).toBe('appraisal_not_released');
  expect((await capture({ reason: 'Sent by letter.' })).body.state).toBe('captured');
  const { rows } = await harness.ctx.db.pool.query(
    `select reason from audit.entries where operation = 'checkout.capture-hold' and subject_id = $1 order by seq`,
    [hold],
  );
  expect(rows.at(-1)).toEqual({ reason: 'Sent by letter.' });
});
