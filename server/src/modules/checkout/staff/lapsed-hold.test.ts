import { describe, expect, it } from 'vitest';
import { useCardHolds } from '#test/fixtures/card-holds';
import {
  deliverProviderEvents,
  givenCard,
  givenLapsedHold,
  letHoldsLapse,
  reconcileDue,
  sessionOf,
} from '#testing/checkout';

const { parts, post, read, given, settle, cardOf, attached, held, charges, press, textOf, purposesOf } = useCardHolds();
const days = 86_400;

describe('a hold for representation that lapses', () => {
  it('a lapsed hold notifies owner and staff, keeps the card, and is placed again only to be captured', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await given();
    const id = await givenCard(parts.current, checkout);
    await letHoldsLapse(parts.current);
    expect([held(id), attached(id), charges(id)]).toEqual([[], 1, []]);
    expect(await purposesOf(id)).toEqual(['checkout.hold-ended', 'checkout.hold-placed']);
    const page = await textOf(checkout.path('representation'));
    expect(page).toMatch(/The hold on your card ended on .*, and nothing was charged\./);
    expect(page).toContain('We place the hold again only once the improvement is proven, and then capture it.');
    const lapsed = await read(`/board/cases/${checkout.consultationId}`);
    expect(lapsed.holds).toMatchObject([{ id, state: 'saved', hold_lapsed_at: harness.clock.now().toISOString() }]);
    const left = new Date(lapsed.holds[0].capture_before).getTime() - harness.clock.now().getTime();
    expect(Math.round(left / (days * 1000))).toBe(173);
    expect(lapsed.timeline.map(({ title }: { title: string }) => title)).toContain(
      'Hold for representation lapsed, nothing charged; the card stays saved',
    );
    // Time and settlement alone place no hold: a lead has to start it.
    await settle(checkout);
    harness.clock.advance(2 * days);
    await reconcileDue(harness);
    expect(held(id)).toEqual([]);
    const before = stripe.calls.length;
    expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ state: 'captured', captured_cents: 47_200 });
    const asked = stripe.calls.slice(before).filter(({ method }) => method === 'POST');
    const intent = stripe.bank.captures.at(-1)!.intent;
    const methodId = [...stripe.bank.wallet.methods.keys()].at(-1);
    expect(asked.map(({ path, key }) => [path, key])).toEqual([
      ['/v1/payment_intents', `${id}/hold/1`],
      [`/v1/payment_intents/${intent}/capture`, `${intent}/capture/1`],
      [`/v1/payment_methods/${methodId}/detach`, `${methodId}/detach`],
    ]);
    expect(Object.fromEntries(new URLSearchParams(asked[0]!.form))).toMatchObject({
      capture_method: 'manual',
      off_session: 'true',
      confirm: 'true',
    });
    expect([charges(id), held(id)]).toEqual([[47_200], []]);
    expect(attached(id)).toBe(0);
  });

  it('a lapsed hold is placed and captured once when two leads charge at the same moment', async () => {
    const { stripe } = parts.current;
    const checkout = await given();
    const id = await givenLapsedHold(parts.current, checkout);
    await settle(checkout);
    const answers = await Promise.all([1, 2].map(() => post(`/holds/${id}/capture`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await reconcileDue(parts.current.harness);
    expect([charges(id), held(id), (await cardOf(checkout)).state]).toEqual([[47_200], [], 'captured']);
    expect([...stripe.bank.intents.values()].filter(({ holdId }) => holdId === id)).toHaveLength(2);
  });

  it('a charge captured by a second hold shows its dispute and its refund', async () => {
    const { stripe } = parts.current;
    const [disputed, refunded] = [await given(), await given()];
    const ids = [await givenCard(parts.current, disputed), await givenCard(parts.current, refunded)];
    await letHoldsLapse(parts.current);
    for (const [place, checkout] of [disputed, refunded].entries()) {
      await settle(checkout);
      expect((await post(`/holds/${ids[place]}/capture`)).status).toBe(200);
    }
    const [first, second] = ids.map((id) => stripe.bank.captures.find(({ holdId }) => holdId === id)!.intent);
    stripe.bank.dispute(first!, 'lost');
    await deliverProviderEvents(parts.current);
    expect(await textOf(disputed.path('representation'))).toContain('Your bank has taken back $472.00.');
    const refund = await post(`/holds/${ids[1]}/refund`, {
      reason: 'goodwill',
      seen_refunded_cents: 0,
      amount_cents: 7_200,
    });
    expect(refund.body).toMatchObject({ refunded_cents: 7_200, net_cents: 40_000 });
    expect(stripe.bank.getIntent(second!).refunded).toBe(7_200);
    expect(await textOf(refunded.path('representation'))).toContain('We have refunded <strong>$72.00</strong> of it.');
  });

  it.each(['cut after', 'broken after', 'cut before', 'unavailable'] as const)(
    'a lapsed hold is placed again and captured once although the provider’s answer is "%s", and a day and a half passes',
    async (mood) => {
      const { harness, stripe } = parts.current;
      const checkout = await given();
      const id = await givenLapsedHold(parts.current, checkout);
      await settle(checkout);
      stripe.interrupt(({ method, path }, when) => {
        if (method === 'POST' && path === '/v1/payment_intents' && when === 'before') stripe.behave(mood);
      });
      expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ state: 'saved', wish: 'capture' });
      expect(await textOf(checkout.path('representation'))).toContain('We are charging <strong>$472.00</strong>');
      stripe.interrupt(undefined);
      stripe.behave('accept');
      // The provider has dropped its idempotency keys by then, and every event got lost.
      stripe.bank.events.splice(0);
      harness.clock.advance(1.5 * days);
      await reconcileDue(harness);
      expect([charges(id), (await cardOf(checkout)).state]).toEqual([[47_200], 'captured']);
      await reconcileDue(harness);
      expect(attached(id)).toBe(0);
    },
  );

  it('a hold is not placed again once the card has been saved for 180 days, even if the charge was requested before', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await given();
    const id = await givenLapsedHold(parts.current, checkout);
    await settle(checkout);
    harness.clock.advance(172 * days);
    stripe.behave('unavailable');
    expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ state: 'saved', wish: 'capture' });
    stripe.behave('accept');
    harness.clock.advance(2 * days);
    await reconcileDue(harness);
    await reconcileDue(harness);
    expect([held(id), charges(id), attached(id), (await cardOf(checkout)).state]).toEqual([[], [], 0, 'expired']);
  });

  it('a card stays saved for 180 days, however often its hold is placed again and lapses', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await given();
    const entered = harness.clock.now();
    const id = await givenLapsedHold(parts.current, checkout);
    const { captureBefore: end } = await cardOf(checkout);
    await settle(checkout);
    for (const round of [2, 3]) {
      harness.clock.advance(30 * days);
      stripe.interrupt(({ path }, when) => {
        if (path.endsWith('/capture')) stripe.behave(when === 'before' ? 'refuse' : 'accept');
      });
      expect([round, (await post(`/holds/${id}/capture`)).status]).toEqual([round, 409]);
      stripe.interrupt(undefined);
      expect(await cardOf(checkout)).toMatchObject({ state: 'held', requestedAction: null });
      await letHoldsLapse(parts.current);
      expect(await cardOf(checkout)).toMatchObject({ state: 'saved', captureBefore: end });
    }
    harness.clock.advance(180 * days - (harness.clock.now().getTime() - entered.getTime()) / 1000);
    await reconcileDue(harness);
    expect([(await cardOf(checkout)).state, attached(id)]).toEqual(['expired', 0]);
  });

  it('a hold at a slow bank stays requested until the bank has decided', async () => {
    const { stripe } = parts.current;
    const checkout = await given();
    const id = await givenLapsedHold(parts.current, checkout, 'slow');
    await settle(checkout);
    expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ state: 'saved', wish: 'capture' });
    expect((await post(`/holds/${id}/release`)).status).toBe(409);
    stripe.bank.hold([...stripe.bank.intents.values()].findLast(({ holdId }) => holdId === id)!);
    await deliverProviderEvents(parts.current);
    expect([charges(id), (await cardOf(checkout)).state]).toEqual([[47_200], 'captured']);
  });
});

describe('a second hold that the bank declines', () => {
  it.each([
    ['declines later', 'declined', 'Your bank did not accept the hold for our fee'],
    ['wants its owner', 'authentication required', 'Your bank wants you to confirm your card'],
  ] as const)(
    'after %s, the owner is asked for a card on their page, which places a new hold, and a lead captures it',
    async (kind, failure, words) => {
      const { harness, stripe } = parts.current;
      const checkout = await given();
      const id = await givenLapsedHold(parts.current, checkout, kind);
      await settle(checkout);
      expect((await post(`/holds/${id}/capture`)).body.code).toBe('provider_refused');
      expect(await cardOf(checkout)).toMatchObject({
        state: 'charge_failed',
        failure,
        requestedAction: null,
        declines: 1,
      });
      expect(await purposesOf(id)).toEqual(['checkout.charge-failed', 'checkout.hold-ended', 'checkout.hold-placed']);
      const shown = await textOf(checkout.path('representation'));
      expect(shown).toContain(words);
      expect(shown).toContain('Nothing was charged.');
      const page = await press(checkout, 'card');
      expect(page.status).toBe(303);
      expect(sessionOf(await press(checkout, 'card'))).toBe(sessionOf(page));
      expect(stripe.bank.pay(sessionOf(page), 'good')).toBe(true);
      await deliverProviderEvents(parts.current);
      await reconcileDue(harness);
      expect(await cardOf(checkout)).toMatchObject({ state: 'held', failure: null, declines: 0 });
      expect([attached(id), held(id)]).toEqual([1, [47_200]]);
      expect((await post(`/holds/${id}/capture`)).body).toMatchObject({ state: 'captured', captured_cents: 47_200 });
      expect(charges(id)).toEqual([47_200]);
    },
  );

  it('a declined hold is tried three times at most, each time as a separate hold, and then waits for the owner', async () => {
    const { stripe } = parts.current;
    const checkout = await given();
    const id = await givenLapsedHold(parts.current, checkout, 'declines later');
    await settle(checkout);
    const codes = [];
    for (let round = 1; round <= 4; round += 1) codes.push((await post(`/holds/${id}/capture`)).body.code);
    expect(codes).toEqual(['provider_refused', 'provider_refused', 'provider_refused', 'charge_spent']);
    expect(
      [...stripe.bank.intents.values()].filter(({ attempt, holdId }) => attempt !== undefined && holdId === id),
    ).toHaveLength(3);
    expect((await post(`/holds/${id}/release`)).body).toMatchObject({ state: 'released', captured_cents: null });
    expect(attached(id)).toBe(0);
  });
});
