import assert from 'node:assert/strict';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { useCardHarness } from '#test/doubles/stripe';
import {
  deliverProviderEvents,
  givenCard,
  givenCheckout,
  givenHold,
  holdsOf,
  reconcileDue,
  bodyOf,
} from '../testing.ts';

const parts = useCardHarness();

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness);
});
beforeEach(async () => {
  const text = 'truncate checkout.holds, checkout.checkouts, checkout.refunds';
  await parts.current.harness.owner.many({ text, values: [] });
});
afterEach(() => {
  parts.current.stripe.behave('accept');
  parts.current.stripe.interrupt(undefined);
  parts.current.stripe.bank.events.splice(0);
  assert.deepEqual(parts.current.stripe.complaints, []);
});

const post = (path: string, body?: unknown, by = token) =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token: by, ...bodyOf(path, body) });

/** A charge of research by a hold, or of representation by a saved card. */
async function givenCharge(product: 'research' | 'representation') {
  const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
  const hold =
    product === 'research'
      ? await givenHold(parts.current, checkout, product)
      : await givenCard(parts.current, checkout);
  await post(`/consultations/${checkout.consultationId}/settlement`, { settlement: { value_cents: 1_100_000 } });
  expect((await post(`/holds/${hold}/capture`)).status).toBe(200);
  await deliverProviderEvents(parts.current);
  const intent = [...parts.current.stripe.bank.intents.values()].find(({ holdId }) => holdId === hold)!;
  return { checkout, hold, intent };
}

const refund = (hold: string, body: object = {}, by = token) =>
  post(`/holds/${hold}/refund`, { reason: 'complaint', seen_refunded_cents: 0, ...body }, by);

const madeFor = (intentId: string) =>
  parts.current.stripe.bank.wallet.refunds.filter(({ intent }) => intent === intentId).map(({ amount }) => amount);

describe('a refund by staff', () => {
  it.each(['research', 'representation'] as const)(
    'a refund of %s is made in part, then in full, each once, and is shown to staff and to the customer',
    async (product) => {
      const { harness } = parts.current;
      const { checkout, hold, intent } = await givenCharge(product);
      const full = product === 'research' ? 19_900 : 47_200;
      const part = await refund(hold, { amount_cents: 5_000 });
      expect(part.body).toMatchObject({
        state: 'captured',
        refunded_cents: 5_000,
        net_cents: full - 5_000,
        refunds: [{ amount_cents: 5_000, state: 'done', reason: 'complaint' }],
      });
      // The same request again: the amount that the screen showed is outdated.
      const again = await refund(hold, { amount_cents: 5_000 });
      expect([again.status, again.body.code, again.body.reason]).toEqual([409, 'refund_refused', 'changed']);
      const rest = await refund(hold, { seen_refunded_cents: 5_000 });
      expect(rest.body).toMatchObject({ refunded_cents: full, net_cents: 0 });
      expect(madeFor(intent.id)).toEqual([5_000, full - 5_000]);
      const page = (await harness.call('GET', checkout.path(product))).text.replace(/\s+/g, ' ');
      expect(page).toContain('is refunded');
      const none = await refund(hold, { seen_refunded_cents: full });
      expect([none.status, none.body.reason]).toEqual([409, 'too_much']);
      const { body } = await harness.call('GET', `/api/staff/v1/board/cases/${checkout.consultationId}`, { token });
      const titles = body.timeline.map(({ title }: { title: string }) => title);
      expect(titles.filter((title: string) => /^Refund of .* requested$/.test(title))).toHaveLength(2);
    },
  );

  it.each(['cut before', 'cut after', 'broken after', 'unavailable'] as const)(
    'a refund is made once although the provider’s answer is "%s" and a day and a half passes',
    async (mood) => {
      const { harness, stripe } = parts.current;
      const { checkout, hold, intent } = await givenCharge('representation');
      stripe.interrupt(({ method, path }, when) => {
        if (method === 'POST' && path === '/v1/refunds' && when === 'before') stripe.behave(mood);
      });
      expect((await refund(hold)).body).toMatchObject({ refunds: [{ state: 'requested' }] });
      const page = (await harness.call('GET', checkout.path('representation'))).text;
      expect(page).toContain('We are refunding $472.00');
      const second = await refund(hold);
      expect([second.status, second.body.reason]).toEqual([409, 'under_way']);
      stripe.interrupt(undefined);
      stripe.behave('accept');
      stripe.bank.events.splice(0);
      harness.clock.advance(1.5 * 86_400);
      await reconcileDue(harness);
      await reconcileDue(harness);
      expect(madeFor(intent.id)).toEqual([47_200]);
      const [known] = await holdsOf(harness, checkout);
      expect(known).toMatchObject({ refundedCents: 47_200, refunds: [{ state: 'done' }] });
    },
  );

  it('a refund requested twice at the same moment is made once, and the second request gets a 409', async () => {
    const { hold, intent } = await givenCharge('research');
    for (const seen of [0, 100, 200]) {
      const presses = [1, 2].map(() => refund(hold, { amount_cents: 100, seen_refunded_cents: seen }));
      const answers = (await Promise.all(presses)).toSorted((a, b) => a.status - b.status);
      expect(answers.map(({ status }) => status)).toEqual([200, 409]);
      expect(['under_way', 'changed']).toContain(answers[1]?.body.reason);
    }
    expect(madeFor(intent.id)).toEqual([100, 100, 100]);
  });

  it('a refund that fails at the bank afterward is shown as failed, and can be made again', async () => {
    const { stripe } = parts.current;
    const { hold, intent } = await givenCharge('research');
    await refund(hold);
    await deliverProviderEvents(parts.current);
    stripe.bank.refund(intent.id, -19_900);
    await deliverProviderEvents(parts.current);
    await reconcileDue(parts.current.harness);
    parts.current.harness.clock.advance(1);
    const again = await refund(hold);
    expect(again.body.refunds).toMatchObject([{ state: 'failed', failure: 'failed at the bank' }, { state: 'done' }]);
    expect(again.body).toMatchObject({ refunded_cents: 19_900, net_cents: 0 });
  });

  it('a refund is refused: by the provider, for an uncharged hold, to callers, and for a disputed charge', async () => {
    const { harness, stripe } = parts.current;
    const { hold, intent } = await givenCharge('research');
    stripe.interrupt(({ method, path }, when) => {
      if (method === 'POST' && path === '/v1/refunds') stripe.behave(when === 'before' ? 'refuse' : 'accept');
    });
    expect((await refund(hold)).body.code).toBe('provider_refused');
    stripe.interrupt(undefined);
    const caller = await givenStaffToken(harness, 'caller' as never);
    expect((await refund(hold, {}, caller)).status).toBe(403);
    expect((await refund('hld_000000000000000000000000')).status).toBe(404);
    stripe.bank.dispute(intent.id, 'needs_response');
    await deliverProviderEvents(parts.current);
    const disputed = await refund(hold);
    expect([disputed.status, disputed.body.reason]).toEqual([409, 'disputed']);
    const checkout = await givenCheckout(harness);
    const open = await givenHold(parts.current, checkout, 'research');
    expect((await refund(open)).body).toMatchObject({ code: 'invalid_state', current_status: 'held' });
    expect(madeFor(intent.id)).toEqual([]);
  });
});

describe('a dispute of a charged card', () => {
  it('a dispute shows its deadline, and when it is lost the charge counts as not paid', async () => {
    const { harness, stripe } = parts.current;
    const { checkout, hold, intent } = await givenCharge('representation');
    stripe.bank.dispute(intent.id, 'needs_response');
    await deliverProviderEvents(parts.current);
    const list = () => harness.call('GET', `/api/staff/v1/holds?consultation_id=${checkout.consultationId}`, { token });
    const [open] = (await list()).body.data;
    expect(open).toMatchObject({ id: hold, net_cents: 47_200, dispute: { status: 'needs_response' } });
    expect(open.dispute.due_at).toEqual(expect.any(String));
    const text = async () => (await harness.call('GET', checkout.path('representation'))).text.replace(/\s+/g, ' ');
    expect(await text()).toContain('The charge for representation is disputed');
    stripe.bank.dispute(intent.id, 'lost');
    await deliverProviderEvents(parts.current);
    expect((await list()).body.data[0]).toMatchObject({ net_cents: 0, dispute: { status: 'lost' } });
    expect(await text()).toMatch(/The charge for representation was taken back.*Your bank has taken back \$472\.00/);
    stripe.bank.dispute(intent.id, 'won');
    await deliverProviderEvents(parts.current);
    expect((await list()).body.data[0]).toMatchObject({ net_cents: 47_200 });
    expect(await text()).toContain('Your bank has decided that the charge stands.');
  });

  it('research with a lost dispute is no longer deducted from representation', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    const research = await givenHold(parts.current, checkout, 'research');
    await post(`/holds/${research}/capture`);
    const intent = [...stripe.bank.intents.values()].find(({ holdId }) => holdId === research)!;
    stripe.bank.dispute(intent.id, 'lost');
    await deliverProviderEvents(parts.current);
    const id = await givenCard(parts.current, checkout);
    await post(`/consultations/${checkout.consultationId}/settlement`, { settlement: { value_cents: 1_100_000 } });
    expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ captured_cents: 47_200 });
  });
});
