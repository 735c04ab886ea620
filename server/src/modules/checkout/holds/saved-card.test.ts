import assert from 'node:assert/strict';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { useCardHarness } from '#test/doubles/stripe';
import { listConsent } from '#modules/consent';
import {
  accept,
  deliverProviderEvents,
  givenCard,
  givenCheckout,
  givenHold,
  holdsOf,
  reconcileDue,
  sessionOf,
  type GivenCheckout,
  bodyOf,
} from '../testing.ts';

const parts = useCardHarness();
const days = 86_400;
let token = '';
beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness);
});
beforeEach(async () => {
  await parts.current.harness.owner.many({ text: 'truncate checkout.holds, checkout.checkouts', values: [] });
});
afterEach(() => {
  parts.current.stripe.behave('accept');
  parts.current.stripe.interrupt(undefined);
  parts.current.stripe.bank.events.splice(0);
  assert.deepEqual(parts.current.stripe.complaints, []);
});

const post = (path: string, body?: unknown) =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });

const given = () => givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });

const settle = (checkout: GivenCheckout, improvementCents = 100_000) =>
  post(`/consultations/${checkout.consultationId}/settlement`, {
    settlement: { value_cents: 1_000_000 + improvementCents },
  });

const cardOf = async (checkout: GivenCheckout) => {
  const cards = (await holdsOf(parts.current.harness, checkout)).filter(({ kind }) => kind === 'card');
  return cards.find(({ state }) => state !== 'withdrawn') ?? cards.at(-1)!;
};

/** Cards that the provider could still charge for a row. */
function attached(holdId: string): number {
  const { sessions, wallet } = parts.current.stripe.bank;
  const customers = [...sessions.values()].filter((one) => one.holdId === holdId).map(({ setup }) => setup?.customer);
  return [...wallet.methods.values()].filter(({ customer }) => customer !== undefined && customers.includes(customer))
    .length;
}

const charges = (holdId: string) =>
  parts.current.stripe.bank.captures.filter((one) => one.holdId === holdId).map(({ amount }) => amount);

const press = (checkout: GivenCheckout, what: 'withdraw' | 'card') =>
  parts.current.harness.call('POST', `${checkout.path('representation')}/${what}`, {
    raw: what === 'withdraw' ? 'withdraw=true' : 'change_card=true',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });

const textOf = async (path: string) => (await parts.current.harness.call('GET', path)).text.replace(/\s+/g, ' ');

const gone = (holdId: string) => expect(attached(holdId)).toBe(0);

describe('a card that is saved for representation', () => {
  it('holds and charges nothing, is on the consent ledger with its words, and on the list of payments', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await given();
    const before = stripe.bank.intents.size;
    const id = await givenCard(parts.current, checkout);
    expect(stripe.bank.intents.size).toBe(before);
    const list = await harness.call('GET', `/api/staff/v1/holds?consultation_id=${checkout.consultationId}`, { token });
    expect(list.body.data).toMatchObject([
      { id, kind: 'card', state: 'saved', amount_cents: 47_200, captured_cents: null, net_cents: 0, refunds: [] },
    ]);
    const left = new Date(list.body.data[0].capture_before).getTime() - harness.clock.now().getTime();
    expect(left).toBe(180 * days * 1000);
    const consent = await listConsent(harness.ctx, { subjectIds: [], contacts: checkout.contacts });
    expect(JSON.stringify(consent)).not.toContain('card_accepted');
    const rows = await harness.ctx.db.many<{ source_id: string }>({
      text: 'select source_id from consultations.consultations where id = $1',
      values: [checkout.consultationId],
    });
    const own = await listConsent(harness.ctx, { subjectIds: [rows[0]!.source_id], contacts: checkout.contacts });
    const words = JSON.stringify(own);
    expect(words).toMatch(/card_accepted.*representation-2026-11-17/s);
    expect(words).toContain('Nothing is held and nothing is charged now.');
    expect(words).toContain('$472.00 at most is charged to it once the improvement is proven.');
  });

  it.each([
    [100_000, 200, [47_200]],
    [99_999, 409, []],
  ])('is charged at an improvement of %i cents: %i %j [A-PRICE-013]', async (improvement, status, amounts) => {
    const checkout = await given();
    const id = await givenCard(parts.current, checkout);
    expect((await post(`/holds/${id}/capture`)).body.code).toBe('improvement_unknown');
    await settle(checkout, improvement);
    const answer = await post(`/holds/${id}/capture`);
    expect([answer.status, charges(id)]).toEqual([status, amounts]);
    if (status === 200) {
      expect(answer.body).toMatchObject({ state: 'captured', captured_cents: 47_200, net_cents: 47_200, wish: null });
      gone(id);
      expect((await post(`/holds/${id}/capture`)).status).toBe(409);
      await deliverProviderEvents(parts.current);
      expect([charges(id), (await cardOf(checkout)).state]).toEqual([[47_200], 'captured']);
    } else {
      expect((await post(`/holds/${id}/release`)).body).toMatchObject({ state: 'released', captured_cents: null });
      gone(id);
    }
  });

  it('costs what was paid for research less, and releases research that is only held', async () => {
    const checkout = await given();
    const research = await givenHold(parts.current, checkout, 'research');
    expect((await post(`/holds/${research}/capture`)).status).toBe(200);
    const id = await givenCard(parts.current, checkout);
    await settle(checkout);
    expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ captured_cents: 27_300 });
    expect(charges(id)).toEqual([27_300]);
    const other = await given();
    const held = await givenHold(parts.current, other, 'research');
    await givenCard(parts.current, other);
    await reconcileDue(parts.current.harness);
    const covered = (await holdsOf(parts.current.harness, other)).find((one) => one.id === held);
    expect(covered).toMatchObject({ state: 'failed', failure: 'covered' });
  });

  it.each(['cut after', 'broken after', 'cut before', 'unavailable'] as const)(
    'is charged once although the provider’s answer is "%s", and a day and a half passes',
    async (mood) => {
      const { harness, stripe } = parts.current;
      const checkout = await given();
      const id = await givenCard(parts.current, checkout);
      await settle(checkout);
      stripe.interrupt(({ method, path }, when) => {
        if (method === 'POST' && path === '/v1/payment_intents' && when === 'before') stripe.behave(mood);
      });
      expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ state: 'saved', wish: 'capture' });
      expect(await textOf(checkout.path('representation'))).toContain('We are charging <strong>$472.00</strong>');
      stripe.interrupt(undefined);
      stripe.behave('accept');
      // The provider has forgotten its idempotency keys by then, and every event got lost.
      stripe.bank.events.splice(0);
      harness.clock.advance(1.5 * days);
      await reconcileDue(harness);
      expect([charges(id), (await cardOf(checkout)).state]).toEqual([[47_200], 'captured']);
      await reconcileDue(harness);
      gone(id);
    },
  );

  it('of a slow bank stays requested until the bank has decided', async () => {
    const { stripe } = parts.current;
    const checkout = await given();
    const id = await givenCard(parts.current, checkout, 'slow');
    await settle(checkout);
    expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ state: 'saved', wish: 'capture' });
    expect((await post(`/holds/${id}/release`)).status).toBe(409);
    const intent = [...stripe.bank.intents.values()].find(({ holdId }) => holdId === id)!;
    stripe.bank.wallet.succeed(intent);
    await deliverProviderEvents(parts.current);
    expect([charges(id), (await cardOf(checkout)).state]).toEqual([[47_200], 'captured']);
  });
});

describe('a charge that the bank does not accept', () => {
  it.each([
    ['declines later', 'declined', 'Your bank did not accept the charge'],
    ['wants its owner', 'authentication required', 'Your bank wants you to confirm your card'],
  ] as const)(
    '%s: its owner is asked, confirms or changes the card, and staff try again',
    async (kind, failure, words) => {
      const { harness, stripe } = parts.current;
      const checkout = await given();
      const id = await givenCard(parts.current, checkout, kind);
      await settle(checkout);
      expect((await post(`/holds/${id}/capture`)).body.code).toBe('provider_refused');
      expect(await cardOf(checkout)).toMatchObject({
        state: 'charge_failed',
        failure,
        requestedAction: null,
        declines: 1,
      });
      const messages = await harness.ctx.db.many<{ purpose: string }>({
        text: `select purpose from customers.messages where subject_id = $1 and purpose <> 'checkout.hold-placed'`,
        values: [id],
      });
      expect(messages).toEqual([{ purpose: 'checkout.charge-failed' }]);
      const shown = await textOf(checkout.path('representation'));
      expect(shown).toContain(words);
      expect(shown).toContain('Nothing was charged.');
      const page = await press(checkout, 'card');
      expect(page.status).toBe(303);
      expect(sessionOf(await press(checkout, 'card'))).toBe(sessionOf(page));
      expect(stripe.bank.pay(sessionOf(page), 'good')).toBe(true);
      await deliverProviderEvents(parts.current);
      await reconcileDue(harness);
      expect(await cardOf(checkout)).toMatchObject({ state: 'saved', failure: null, declines: 0 });
      expect(attached(id)).toBe(1);
      expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ state: 'captured', captured_cents: 47_200 });
      expect(charges(id)).toEqual([47_200]);
    },
  );

  it('is tried three times at most, each a charge of its own, and then waits for the owner', async () => {
    const { stripe } = parts.current;
    const checkout = await given();
    const id = await givenCard(parts.current, checkout, 'declines later');
    await settle(checkout);
    const codes = [];
    for (let round = 1; round <= 4; round += 1) codes.push((await post(`/holds/${id}/capture`)).body.code);
    expect(codes).toEqual(['provider_refused', 'provider_refused', 'provider_refused', 'charge_spent']);
    expect([...stripe.bank.intents.values()].filter(({ holdId }) => holdId === id)).toHaveLength(3);
    expect((await post(`/holds/${id}/release`)).body).toMatchObject({ state: 'released', captured_cents: null });
    gone(id);
  });
});

describe('the owner', () => {
  it('withdraws by one button before the settlement: the card is removed, and may be saved again', async () => {
    const checkout = await given();
    const id = await givenCard(parts.current, checkout);
    expect(await textOf(checkout.path('representation'))).toContain('Withdraw and remove my card');
    expect((await press(checkout, 'withdraw')).status).toBe(303);
    expect(await cardOf(checkout)).toMatchObject({ state: 'withdrawn', capturedCents: null });
    gone(id);
    expect(await textOf(checkout.path('representation'))).toMatch(/You withdrew on .* You can choose it again/);
    expect(await textOf(`/checkout/return/${id}`)).toContain('You have withdrawn');
    expect((await press(checkout, 'withdraw')).status).toBe(303);
    const again = await givenCard(parts.current, checkout);
    expect(again).not.toBe(id);
    expect((await cardOf(checkout)).amountCents).toBe(47_200);
  });

  it('does not withdraw what is settled or being charged; the page says whom to tell', async () => {
    const checkout = await given();
    await givenCard(parts.current, checkout);
    await settle(checkout);
    const shown = await textOf(checkout.path('representation'));
    expect(shown).not.toContain('Withdraw and remove');
    expect(shown).toContain('Tell the person who works on your case');
    await press(checkout, 'withdraw');
    expect((await cardOf(checkout)).state).toBe('saved');
  });

  it('whose removal the provider did not hear of is removed later', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await given();
    const id = await givenCard(parts.current, checkout);
    stripe.behave('unavailable');
    await press(checkout, 'withdraw');
    expect(await textOf(checkout.path('representation'))).toContain('We are removing it');
    stripe.behave('accept');
    harness.clock.advance(61);
    await reconcileDue(harness);
    expect((await cardOf(checkout)).state).toBe('withdrawn');
    gone(id);
  });
});

describe('a saved card that nobody needs', () => {
  it('is removed after 180 days, and when the case is closed without a fee', async () => {
    const { harness } = parts.current;
    const [old, closed] = [await given(), await given()];
    const [first, second] = [await givenCard(parts.current, old), await givenCard(parts.current, closed)];
    await harness.ctx.db.many({
      text: 'update consultations.consultations set closed_at = $2 where id = $1',
      values: [closed.consultationId, harness.clock.now()],
    });
    harness.clock.advance(days);
    await reconcileDue(harness);
    expect([(await cardOf(old)).state, (await cardOf(closed)).state]).toEqual(['saved', 'expired']);
    gone(second);
    harness.clock.advance(180 * days);
    await reconcileDue(harness);
    expect((await cardOf(old)).state).toBe('expired');
    gone(first);
  });

  it('is noticed when it was removed at the provider, and a page that was never used ends', async () => {
    const { harness, stripe } = parts.current;
    const [removed, unused] = [await given(), await given()];
    await givenCard(parts.current, removed);
    for (const method of stripe.bank.wallet.methods.values()) method.customer = undefined;
    await accept(harness, unused.path('representation'));
    harness.clock.advance(days);
    stripe.bank.passTime();
    await reconcileDue(harness);
    expect(await cardOf(removed)).toMatchObject({ state: 'expired', failure: 'card removed' });
    expect((await cardOf(unused)).state).toBe('expired');
  });
});
