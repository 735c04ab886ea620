import assert from 'node:assert/strict';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { givenIntake } from '#testing/intakes';
import { useCardHarness } from '#test/doubles/stripe';
import {
  accept,
  reconcileDue,
  givenCheckout,
  givenHold,
  holdsOf,
  linksOf,
  deliverProviderEvents,
  bodyOf,
} from '../testing.ts';

const parts = useCardHarness();

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness);
});
afterEach(() => {
  parts.current.stripe.behave('accept');
  // Requests that the Stripe double objected to fail the test that made them.
  assert.deepEqual(parts.current.stripe.complaints, []);
});

const post = (path: string, body?: unknown) =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });
const list = (query = '') => parts.current.harness.call('GET', `/api/staff/v1/holds${query}`, { token });

/** An active hold for representation, with a recorded settlement when one is given. */
async function givenCase(settlementCents?: number, initialOfferCents = 1_000_000) {
  const { harness } = parts.current;
  const checkout = await givenCheckout(harness, { initialOfferCents });
  const hold = await givenHold(parts.current, checkout, 'representation');
  if (settlementCents !== undefined) {
    await post(`/consultations/${checkout.consultationId}/settlement`, {
      settlement: { value_cents: settlementCents },
    });
  }
  return { checkout, hold };
}

describe('capturing a hold', () => {
  it('research is captured when staff request it, at its delivery, and the links follow [A-PRICE-014]', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const hold = await givenHold(parts.current, checkout, 'research');
    const answer = await post(`/holds/${hold}/capture`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ state: 'captured', captured_cents: 19_900, wish: null, failure: null });
    expect(stripe.bank.captures.filter(({ holdId }) => holdId === hold)).toMatchObject([{ amount: 19_900 }]);
    expect(await linksOf(harness, checkout)).toMatchObject({ researchUrl: null });
    expect((await harness.call('GET', checkout.path('research'))).text).toContain('Research is paid');
  });

  it.each([
    [100_000, 200],
    [99_999, 409],
    [0, 409],
    [-1, 409],
    [5_000_000, 200],
  ])(
    'capturing representation with an improvement of %i cents gets status %i [A-PRICE-013]',
    async (improvement, status) => {
      const { stripe } = parts.current;
      const { hold } = await givenCase(1_000_000 + improvement);
      const answer = await post(`/holds/${hold}/capture`);
      expect(answer.status).toBe(status);
      const captured = stripe.bank.captures.filter(({ holdId }) => holdId === hold).map(({ amount }) => amount);
      expect(captured).toEqual(status === 200 ? [47_200] : []);
      if (status === 409) {
        expect(answer.body).toMatchObject({ code: 'improvement_too_small', improvement_cents: improvement });
      }
    },
  );

  it('capturing representation needs the settlement and the first offer [A-PRICE-013]', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const hold = await givenHold(parts.current, checkout, 'representation');
    const settle = (body: object) => post(`/consultations/${checkout.consultationId}/settlement`, body);
    const code = async () => (await post(`/holds/${hold}/capture`)).body.code;
    const { body: neither } = await post(`/holds/${hold}/capture`);
    expect([neither.code, neither.missing]).toEqual([
      'improvement_unknown',
      ['settlement.value_cents', 'offer.value_cents'],
    ]);
    await settle({ settlement: { value_cents: 2_000_000 } });
    const { body: noOffer } = await post(`/holds/${hold}/capture`);
    expect([noOffer.code, noOffer.missing]).toEqual(['improvement_unknown', ['offer.value_cents']]);
    expect(noOffer.detail).toContain('first offer');
    const settled = await settle({ offer: { value_cents: 1_950_000 } });
    expect(settled.body).toMatchObject({
      initial_offer_cents: 1_950_000,
      settlement_cents: 2_000_000,
      settled_at: harness.clock.now().toISOString(),
    });
    expect(await code()).toBe('improvement_too_small');
    await settle({ settlement: { value_cents: 2_050_000 } });
    expect((await post(`/holds/${hold}/capture`)).status).toBe(200);
    const late = await settle({ settlement: { value_cents: 0 } });
    expect([late.status, late.body.code, late.body.current_status]).toEqual([409, 'invalid_state', 'charged']);
  });

  it('a capture takes a smaller amount on request, never more than is held, and never twice', async () => {
    const { stripe } = parts.current;
    const { hold } = await givenCase(1_200_000);
    const tooMuch = await post(`/holds/${hold}/capture`, { amount_cents: 47_201 });
    expect([tooMuch.status, tooMuch.body.code, tooMuch.body.held_cents]).toEqual([409, 'capture_too_much', 47_200]);
    const answers = await Promise.all([1, 2, 3].map(() => post(`/holds/${hold}/capture`, { amount_cents: 30_000 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(stripe.bank.captures.filter(({ holdId }) => holdId === hold)).toMatchObject([{ amount: 30_000 }]);
    expect((await post(`/holds/${hold}/release`)).status).toBe(409);
  });

  it.each(['unavailable', 'broken after', 'cut before', 'cut after', 'too many'] as const)(
    'a capture with a failing provider (%s) is retried, and done once',
    async (mood) => {
      const { harness, stripe } = parts.current;
      const { checkout, hold } = await givenCase(1_200_000);
      // The first request succeeds, so that the failure hits the capture itself.
      stripe.interrupt(({ path }, when) => {
        if (when === 'after' && path.includes('sessions')) stripe.behave(mood);
      });
      const answer = await post(`/holds/${hold}/capture`);
      stripe.interrupt(undefined);
      stripe.behave('accept');
      expect([answer.status, answer.body.wish]).toEqual([200, 'capture']);
      expect((await post(`/holds/${hold}/release`)).status).toBe(409);
      harness.clock.advance(60);
      await reconcileDue(harness);
      expect(await holdsOf(harness, checkout)).toMatchObject([
        { state: 'captured', capturedCents: 47_200, requestedAction: null },
      ]);
      expect(stripe.bank.captures.filter(({ holdId }) => holdId === hold)).toHaveLength(1);
    },
  );

  it('a capture is requested from the provider once, although a worker runs at the same moment', async () => {
    const { harness, stripe } = parts.current;
    const { hold } = await givenCase(1_200_000);
    const before = stripe.calls.length;
    let turns = 0;
    stripe.interrupt(async ({ path }, when) => {
      if (when !== 'before' || !path.endsWith('/capture') || turns > 0) return;
      turns += 1;
      await reconcileDue(harness);
    });
    expect((await post(`/holds/${hold}/capture`)).body.state).toBe('captured');
    stripe.interrupt(undefined);
    expect(turns).toBe(1);
    expect(stripe.calls.slice(before).filter(({ path }) => path.endsWith('/capture'))).toHaveLength(1);
  });

  it('a refused capture is reported, and can be requested again', async () => {
    const { stripe } = parts.current;
    const { hold } = await givenCase(1_200_000);
    stripe.interrupt(({ path }, when) => {
      if (when === 'before') stripe.behave(path.includes('capture') ? 'refuse' : 'accept');
    });
    const refused = await post(`/holds/${hold}/capture`);
    stripe.interrupt(undefined);
    stripe.behave('accept');
    expect([refused.status, refused.body.code]).toEqual([409, 'provider_refused']);
    const { body } = await list('?state=held');
    expect(body.data.find(({ id }: { id: string }) => id === hold)).toMatchObject({
      wish: null,
      failure: 'capture refused',
    });
    expect((await post(`/holds/${hold}/capture`)).body.state).toBe('captured');
  });

  it('capturing a hold whose authorization is over charges nothing', async () => {
    const { harness, stripe } = parts.current;
    const { checkout, hold } = await givenCase(1_200_000);
    harness.clock.advance(7 * 86_400);
    stripe.bank.passTime();
    stripe.bank.events.splice(0);
    expect((await post(`/holds/${hold}/capture`)).body).toMatchObject({ state: 'expired', captured_cents: null });
    expect((await linksOf(harness, checkout)).representationUrl).not.toBeNull();
  });
});

describe('releasing a hold', () => {
  it('a release returns the money and settles the product', async () => {
    const { harness, stripe } = parts.current;
    const { checkout, hold } = await givenCase();
    const answer = await post(`/holds/${hold}/release`);
    expect(answer.body).toMatchObject({ state: 'released', captured_cents: null, wished_by: expect.any(String) });
    await deliverProviderEvents(parts.current);
    const intent = [...stripe.bank.intents.values()].find(({ holdId }) => holdId === hold);
    expect(intent).toMatchObject({ status: 'canceled', received: 0 });
    expect(await linksOf(harness, checkout)).toEqual({ researchUrl: null, representationUrl: null });
    for (const path of ['capture', 'release']) {
      const again = await post(`/holds/${hold}/${path}`);
      expect([again.status, again.body.current_status]).toEqual([409, 'released']);
    }
  });

  it('a hold cannot be released before it is active', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    await accept(harness, checkout.path('research'));
    const [hold] = await holdsOf(harness, checkout);
    for (const path of ['capture', 'release']) {
      const answer = await post(`/holds/${hold!.id}/${path}`);
      expect([answer.status, answer.body.current_status]).toEqual([409, 'page_open']);
    }
  });
});

describe('the list of holds', () => {
  it('the list has every hold once, newest first, through pages of any size, and by every filter', async () => {
    const { harness } = parts.current;
    const { checkout, hold } = await givenCase();
    const { body: whole } = await list('?limit=100');
    expect(whole).toMatchObject({ object: 'list', has_more: false, next_cursor: null, provider_configured: true });
    const ids = whole.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '?limit=3' : `?limit=3&cursor=${cursor}`;
      const { body } = await list(query);
      paged.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual(ids);
    const only = async (query: string) =>
      (await list(query)).body.data as { id: string; state: string; product: string }[];
    expect((await only('?state=captured')).every(({ state }) => state === 'captured')).toBe(true);
    expect((await only('?product=research')).every(({ product }) => product === 'research')).toBe(true);
    expect((await only(`?consultation_id=${checkout.consultationId}`)).map(({ id }) => id)).toEqual([hold]);
    expect((await only('?expires_soon=true')).map(({ id }) => id)).not.toContain(hold);
    harness.clock.advance(6 * 86_400);
    expect((await only('?expires_soon=true')).map(({ id }) => id)).toContain(hold);
  });

  it.each(['?limit=0', '?state=none', '?product=x', '?cursor=x', '?expires_soon=1', '?other=1', '?consultation_id='])(
    'the list refuses %s',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );
});

describe('the operations on consultations and holds', () => {
  it('an operation on an unknown id gets 404', async () => {
    const answers = [
      await post('/consultations/con_unknown/deliver'),
      await post('/consultations/con_unknown/settlement', { settlement_cents: 1 }),
      await post('/holds/hld_unknown/capture'),
      await post('/holds/hld_unknown/release'),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'not_found']));
  });

  it('an operation with a malformed body is refused', async () => {
    const { checkout, hold } = await givenCase();
    const settlement = `/consultations/${checkout.consultationId}/settlement`;
    const wrong: [string, unknown][] = [
      [settlement, undefined],
      [settlement, {}],
      [settlement, { settlement_cents: -1 }],
      [settlement, { settlement_cents: 1.5 }],
      [settlement, { settlement_cents: 100_000_001 }],
      [settlement, { settlement_cents: '1' }],
      [settlement, { settlement_cents: 1, other: 1 }],
      [settlement, { settlement: {} }],
      [settlement, { settlement: { tax_cents: -1 } }],
      [settlement, { settlement: { value_cents: 1 }, settlement_cents: 1 }],
      [settlement, { offer: { value_cents: 1, from: 'report' } }],
      [`/holds/${hold}/capture`, { amount_cents: 0 }],
      [`/holds/${hold}/capture`, { amount_cents: '1' }],
      [`/holds/${hold}/capture`, { other: 1 }],
    ];
    for (const [path, body] of wrong)
      expect((await post(path, body)).status, `${path} ${JSON.stringify(body)}`).toBe(400);
  });

  it('the operations are for staff only', async () => {
    const { harness } = parts.current;
    const { poll_token: poll } = await givenIntake(harness);
    for (const credential of [{}, { token: poll }, { token: 'svc_staff_unknown' }]) {
      for (const path of [
        '/consultations/x/deliver',
        '/consultations/x/settlement',
        '/holds/x/capture',
        '/holds/x/release',
      ]) {
        expect((await harness.call('POST', `/api/staff/v1${path}`, { body: {}, ...credential })).status).toBe(401);
      }
      expect((await harness.call('GET', '/api/staff/v1/holds', credential)).status).toBe(401);
    }
  });
});
