import { describe, expect, it } from 'vitest';
import { listConsent } from '#modules/ledger';
import { useCardHolds } from '#test/fixtures/card-holds';
import {
  accept,
  deliverProviderEvents,
  givenCard,
  givenHold,
  givenLapsedHold,
  holdsOf,
  letHoldsLapse,
  reconcileDue,
  sessionOf,
} from '../testing.ts';

const { parts, post, read, given, settle, cardOf, attached, held, charges, press, textOf } = useCardHolds();
const days = 86_400;

describe('representation', () => {
  it('representation places a hold at acceptance and saves the card in the same session, and the owner agrees to both', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await given();
    const id = await givenCard(parts.current, checkout);
    expect([held(id), attached(id), charges(id)]).toEqual([[47_200], 1, []]);
    const opened = stripe.calls.filter(
      ({ method, path, form }) => method === 'POST' && path.endsWith('/sessions') && form.includes(id),
    );
    expect(opened.map(({ form }) => new URLSearchParams(form).get('payment_intent_data[setup_future_usage]'))).toEqual([
      'off_session',
    ]);
    const list = await read(`/holds?consultation_id=${checkout.consultationId}`);
    expect(list.data).toMatchObject([
      {
        id,
        kind: 'card',
        state: 'held',
        amount_cents: 47_200,
        captured_cents: null,
        hold_lapsed_at: null,
        refunds: [],
      },
    ]);
    const left = new Date(list.data[0].capture_before).getTime() - harness.clock.now().getTime();
    expect(left).toBe((7 * days - 3600) * 1000);
    const rows = await harness.ctx.db.many<{ source_id: string }>({
      text: 'select source_id from consultations.consultations where id = $1',
      values: [checkout.consultationId],
    });
    const own = await listConsent(harness.ctx, { subjectIds: [rows[0]!.source_id], contacts: checkout.contacts });
    const words = JSON.stringify(own);
    expect(words).toMatch(/card_accepted.*representation-2026-11-19/s);
    expect(words).toContain('The hold is captured only if the settlement improves by at least $1,000');
    expect(words).toContain('a hold of $472.00 on my card, which is saved.');
  });

  it.each([
    [100_000, 200, [47_200]],
    [99_999, 409, []],
  ])(
    'an improvement of %i cents gives representation the capture result %i %j [A-PRICE-013]',
    async (improvement, status, amounts) => {
      const checkout = await given();
      const id = await givenCard(parts.current, checkout);
      expect((await post(`/holds/${id}/capture`)).body.code).toBe('improvement_unknown');
      await settle(checkout, improvement);
      const answer = await post(`/holds/${id}/capture`);
      expect([answer.status, charges(id)]).toEqual([status, amounts]);
      if (status === 200) {
        expect(answer.body).toMatchObject({ state: 'captured', captured_cents: 47_200, net_cents: 47_200, wish: null });
        expect(attached(id)).toBe(0);
        expect((await post(`/holds/${id}/capture`)).status).toBe(409);
        await deliverProviderEvents(parts.current);
        expect([charges(id), (await cardOf(checkout)).state]).toEqual([[47_200], 'captured']);
      } else {
        expect((await post(`/holds/${id}/release`)).body).toMatchObject({ state: 'released', captured_cents: null });
        expect(attached(id)).toBe(0);
      }
      expect(held(id)).toEqual([]);
    },
  );

  it('representation costs the list price less paid research, and releases research that is only held', async () => {
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
});

describe('the owner', () => {
  it('the owner withdraws with one button before the settlement: the hold is released, the card removed, and both can be set up again', async () => {
    const checkout = await given();
    const id = await givenCard(parts.current, checkout);
    expect(held(id)).toEqual([47_200]);
    expect(await textOf(checkout.path('representation'))).toContain('Withdraw and remove my card');
    expect((await press(checkout, 'withdraw')).status).toBe(303);
    expect(await cardOf(checkout)).toMatchObject({ state: 'withdrawn', capturedCents: null });
    expect(attached(id)).toBe(0);
    expect(held(id)).toEqual([]);
    expect(await textOf(checkout.path('representation'))).toMatch(/You withdrew on .* You can choose it again/);
    expect(await textOf(`/checkout/return/${id}`)).toContain('You have withdrawn');
    expect((await press(checkout, 'withdraw')).status).toBe(303);
    const again = await givenCard(parts.current, checkout);
    expect(again).not.toBe(id);
    expect((await cardOf(checkout)).amountCents).toBe(47_200);
  });

  it.each(['the link that is sent', 'the way back from the card'])(
    'the owner finds the withdraw button on the page of %s',
    async (where) => {
      const { harness } = parts.current;
      const checkout = await given();
      const left = await accept(harness, checkout.path('representation'));
      parts.current.stripe.bank.pay(sessionOf(left), 'good');
      await deliverProviderEvents(parts.current);
      const [cookie = ''] = left.headers.getSetCookie();
      expect(cookie).toMatch(
        /^__Host-makewhole-checkout=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400$/,
      );
      const back = `/checkout/return/${(await cardOf(checkout)).id}`;
      expect(await textOf(back)).not.toContain('<form');
      const path =
        where === 'the way back from the card' ? back : checkout.path('representation').replace(/\/\w+$/, '');
      const page = await harness.call('GET', path, { headers: { cookie: cookie.split(';')[0] ?? '' } });
      const action = /<form method="post" action="([^"]+withdraw)"/.exec(page.text)?.[1] ?? '';
      const pressed = await harness.call('POST', new URL(action, `http://makewhole.test${path}`).pathname, {
        raw: 'withdraw=true',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      });
      expect([pressed.status, (await cardOf(checkout)).state]).toEqual([303, 'withdrawn']);
      const after = await harness.call('GET', back, { headers: { cookie: cookie.split(';')[0] ?? '' } });
      expect([after.text.includes('You have withdrawn'), after.text.includes('<form')]).toEqual([true, false]);
    },
  );

  it('the owner cannot withdraw what is settled or being charged, and the page says whom to contact', async () => {
    const checkout = await given();
    await givenCard(parts.current, checkout);
    await settle(checkout);
    const shown = await textOf(checkout.path('representation'));
    expect(shown).not.toContain('Withdraw and remove');
    expect(shown).toContain('Tell the person working on your case');
    await press(checkout, 'withdraw');
    expect((await cardOf(checkout)).state).toBe('held');
  });

  it('a card whose removal did not reach the provider is removed later', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await given();
    const id = await givenCard(parts.current, checkout);
    stripe.behave('unavailable');
    await press(checkout, 'withdraw');
    expect(await textOf(checkout.path('representation'))).toContain('We are releasing the hold and removing your card');
    stripe.behave('accept');
    harness.clock.advance(61);
    await reconcileDue(harness);
    expect((await cardOf(checkout)).state).toBe('withdrawn');
    expect(attached(id)).toBe(0);
  });
});

describe('a saved card that is no longer needed', () => {
  it('a saved card is removed after 180 days, and when the case is closed without a fee', async () => {
    const { harness } = parts.current;
    const [old, closed] = [await given(), await given()];
    const [first, second] = [await givenCard(parts.current, old), await givenCard(parts.current, closed)];
    await harness.ctx.db.many({
      text: 'update consultations.consultations set closed_at = $2 where id = $1',
      values: [closed.consultationId, harness.clock.now()],
    });
    harness.clock.advance(days);
    await reconcileDue(harness);
    expect([(await cardOf(old)).state, (await cardOf(closed)).state]).toEqual(['held', 'expired']);
    expect([held(first), held(second)]).toEqual([[47_200], []]);
    await letHoldsLapse(parts.current);
    expect(attached(second)).toBe(0);
    harness.clock.advance(180 * days);
    await reconcileDue(harness);
    expect((await cardOf(old)).state).toBe('expired');
    expect(attached(first)).toBe(0);
  });

  it('a card removed at the provider is noticed, and a page that was never used ends', async () => {
    const { harness, stripe } = parts.current;
    const [removed, unused] = [await given(), await given()];
    await givenLapsedHold(parts.current, removed);
    for (const method of stripe.bank.wallet.methods.values()) method.customer = undefined;
    await accept(harness, unused.path('representation'));
    harness.clock.advance(days);
    stripe.bank.passTime();
    await reconcileDue(harness);
    expect(await cardOf(removed)).toMatchObject({ state: 'expired', failure: 'card removed' });
    expect((await cardOf(unused)).state).toBe('expired');
  });
});
