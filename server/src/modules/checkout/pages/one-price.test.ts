import assert from 'node:assert/strict';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import type { Answer } from '#test/harness';
import { useCardHarness } from '#test/doubles/stripe';
import type { Product } from '../rules.ts';
import {
  accept,
  bodyOf,
  reconcileDue,
  givenCheckout,
  givenHold,
  holdsOf,
  sessionOf,
  deliverProviderEvents,
  type GivenCheckout,
} from '../testing.ts';

const parts = useCardHarness();

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness);
});
afterEach(() => {
  const { stripe } = parts.current;
  stripe.behave('accept');
  stripe.interrupt(undefined);
  assert.deepEqual(stripe.complaints, []);
});

const post = (path: string, body?: unknown) =>
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...bodyOf(path, body) });

const newest = async (checkout: GivenCheckout, product: Product) =>
  (await holdsOf(parts.current.harness, checkout)).findLast((one) => one.product === product)!;

type Pressed = 'capture' | 'release' | { readonly amount_cents: number };

const press = async (checkout: GivenCheckout, product: Product, what: Pressed) => {
  const path = `/holds/${(await newest(checkout, product)).id}/${what === 'release' ? 'release' : 'capture'}`;
  return post(path, typeof what === 'string' ? undefined : what);
};

/** Fails the test when the request does not get 200. */
async function pressed(...which: Parameters<typeof press>): Promise<Answer> {
  const answer = await press(...which);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

const settle = ({ consultationId }: GivenCheckout, better: number) =>
  post(`/consultations/${consultationId}/settlement`, { settlement: { value_cents: 1_000_000 + better } });

/** Steps of customers and staff, run one after the other; each must succeed. */
const steps = {
  'research held': (checkout) => givenHold(parts.current, checkout, 'research'),
  'research charged': (checkout) => pressed(checkout, 'research', 'capture'),
  'research charged in part': (checkout) => pressed(checkout, 'research', { amount_cents: 15_000 }),
  /** Requested, but the provider was not reached; a worker would continue in a minute. */
  'research to be charged': async (checkout) => {
    parts.current.stripe.behave('unavailable');
    await pressed(checkout, 'research', 'capture');
    parts.current.stripe.behave('accept');
  },
  /** Requested and done, but the provider's answer got lost. */
  'research charged unheard': async (checkout) => {
    const { stripe } = parts.current;
    stripe.interrupt(({ path }, when) => {
      if (path.endsWith('/capture') && when === 'before') stripe.behave('cut after');
    });
    await pressed(checkout, 'research', 'capture');
    stripe.interrupt(undefined);
    stripe.behave('accept');
  },
  'representation held': (checkout) => givenHold(parts.current, checkout, 'representation'),
  /** The customer pays on both pages before we receive either event. */
  'both held at once': async (checkout) => {
    const { harness, stripe } = parts.current;
    const pages = [
      await accept(harness, checkout.path('research')),
      await accept(harness, checkout.path('representation')),
    ];
    for (const page of pages) stripe.bank.pay(sessionOf(page), 'good');
    await deliverProviderEvents(parts.current);
  },
  'representation lapsed': async () => {
    const { harness, stripe } = parts.current;
    harness.clock.advance(7 * 86_400);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
  },
  'settled well': (checkout) => settle(checkout, 100_000),
  'settled badly': (checkout) => settle(checkout, 99_999),
  'representation charged': (checkout) => pressed(checkout, 'representation', 'capture'),
  'representation released': (checkout) => pressed(checkout, 'representation', 'release'),
  'a minute later': async () => {
    parts.current.harness.clock.advance(61);
    await reconcileDue(parts.current.harness);
  },
} satisfies Record<string, (checkout: GivenCheckout) => Promise<unknown>>;

type Step = keyof typeof steps;

/** The amounts that the customer's bank has paid and still holds, according to the provider. */
async function atTheBank(checkout: GivenCheckout): Promise<{ chargedCents: number; standing: number }> {
  const { harness, stripe } = parts.current;
  const ids = new Set((await holdsOf(harness, checkout)).map(({ id }) => id));
  const intents = [...stripe.bank.intents.values()].filter(({ holdId }) => ids.has(holdId));
  return {
    chargedCents: intents.reduce((sum, { received }) => sum + received, 0),
    standing: intents.filter(({ status }) => status === 'requires_capture').length,
  };
}

const charged = ['settled well', 'representation charged'] as const;

describe('a case costs one price, whichever came first', () => {
  it.each<[deeds: readonly Step[], chargedCents: number]>([
    [['representation held', ...charged], 47_200],
    [['research held', 'representation held', ...charged], 47_200],
    [['research held', 'representation held', 'a minute later', ...charged], 47_200],
    [['both held at once', ...charged], 47_200],
    [['research held', 'research charged', 'representation held', ...charged], 47_200],
    [['research held', 'research charged in part', 'representation held', ...charged], 47_200],
    [['research held', 'research to be charged', 'representation held', ...charged], 47_200],
    [['research held', 'research to be charged', 'representation held', 'a minute later', ...charged], 47_200],
    [['research held', 'research charged unheard', 'representation held', ...charged], 47_200],
    [['research held', 'research charged', 'representation held', 'representation lapsed'], 19_900],
    [
      [
        'research held',
        'research charged',
        'representation held',
        'representation lapsed',
        'representation held',
        ...charged,
      ],
      47_200,
    ],
    [['research held', 'representation held', 'representation lapsed', 'research held', 'research charged'], 19_900],
    [['research held', 'research charged'], 19_900],
    // Charges made after delivery stay paid; amounts that were only held are released.
    [['research held', 'research charged', 'representation held', 'settled badly', 'representation released'], 19_900],
    [['research held', 'representation held', 'settled badly', 'representation released'], 0],
  ])('the steps %j cost %i cents [A-PRICE-013, A-PRICE-015]', async (sequence, chargedCents) => {
    const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
    for (const step of sequence) await steps[step](checkout);
    await steps['a minute later']();
    expect(await atTheBank(checkout)).toEqual({ chargedCents, standing: 0 });
  });

  it('a case costs 497 dollars without the discount', async () => {
    const wanted = { initialOfferCents: 1_000_000, discount: false };
    const checkout = await givenCheckout(parts.current.harness, wanted);
    const sequence = ['research held', 'research charged', 'representation held', ...charged] as const;
    for (const step of sequence) await steps[step](checkout);
    expect(await atTheBank(checkout)).toEqual({ chargedCents: 49_700, standing: 0 });
  });
});

describe('research next to representation', () => {
  it('research is no longer charged next to representation, and staff see why', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    await steps['research held'](checkout);
    // The provider is unreachable from here on, so that the hold for research stays active.
    stripe.interrupt(({ path }, when) => {
      if (path.endsWith('/cancel') && when === 'before') stripe.behave('cut before');
    });
    await steps['representation held'](checkout);
    stripe.interrupt(undefined);
    stripe.behave('accept');
    const answer = await press(checkout, 'research', 'capture');
    expect([answer.status, answer.body.code]).toEqual([409, 'hold_covered']);
    await steps['a minute later']();
    expect(await newest(checkout, 'research')).toMatchObject({ state: 'failed', failure: 'covered' });
  });

  it('research blocks the charge of representation for as long as its own outcome is unknown', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    await steps['research held'](checkout);
    await steps['research to be charged'](checkout);
    await steps['representation held'](checkout);
    await settle(checkout, 100_000);
    stripe.interrupt(({ path }, when) => {
      if (path.endsWith('/cancel') && when === 'before') stripe.behave('unavailable');
    });
    await reconcileDue(harness);
    const refused = await press(checkout, 'representation', 'capture');
    expect([refused.status, refused.body.code]).toEqual([409, 'research_not_ended']);
    stripe.interrupt(undefined);
    stripe.behave('accept');
    await steps['representation charged'](checkout);
    expect(await atTheBank(checkout)).toEqual({ chargedCents: 47_200, standing: 0 });
  });

  it('paid research is deducted from the chargeable amount, and the list of holds shows it', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    for (const step of ['research held', 'research charged', 'representation held', 'settled well'] as const)
      await steps[step](checkout);
    const tooMuch = await press(checkout, 'representation', { amount_cents: 27_301 });
    expect([tooMuch.status, tooMuch.body]).toMatchObject([
      409,
      { code: 'capture_too_much', held_cents: 47_200, due_cents: 27_300 },
    ]);
    const path = `/api/staff/v1/holds?consultation_id=${checkout.consultationId}`;
    const { body } = await harness.call('GET', path, { token });
    const shown = new Map(body.data.map((hold: { product: string }) => [hold.product, hold]));
    expect(shown.get('representation')).toMatchObject({ amount_cents: 47_200, credit_cents: 19_900 });
    expect(shown.get('research')).toMatchObject({ captured_cents: 19_900, credit_cents: 0 });
  });

  it('research that ended with representation does not cause a request for a new hold', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    await steps['research held'](checkout);
    harness.ctx.metrics.registry.resetMetrics();
    stripe.interrupt(({ path }, when) => {
      if (path.endsWith('/cancel') && when === 'before') stripe.behave('cut before');
    });
    await steps['representation held'](checkout);
    stripe.interrupt(undefined);
    stripe.behave('accept');
    const research = await newest(checkout, 'research');
    const intent = [...stripe.bank.intents.values()].find(({ holdId }) => holdId === research.id)!;
    stripe.bank.cancel(intent.id, 'automatic');
    await deliverProviderEvents(parts.current);
    expect(await newest(checkout, 'research')).toMatchObject({ state: 'failed', failure: 'covered' });
    expect(await harness.ctx.metrics.registry.metrics()).not.toContain('makewhole_hold_renewals_total{');
  });
});

describe('the customer’s pages explain it in either order', () => {
  const textOf = async (path: string) => (await parts.current.harness.call('GET', path)).text.replace(/\s+/g, ' ');
  const takenOff = 'You have paid $199.00 for research. We deduct it, so we charge at most <strong>$273.00</strong>.';

  it('the page before representation is accepted explains what is released and what is deducted', async () => {
    const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
    const path = checkout.path('representation');
    expect(await textOf(path)).not.toMatch(/You have paid|We release the hold/);
    await steps['research held'](checkout);
    expect(await textOf(path)).toContain('We’ll release the hold of $199.00 for research as soon as this one is');
    await steps['research charged'](checkout);
    const paid = await textOf(path);
    expect(paid).toContain(takenOff);
    expect(paid).not.toContain('Otherwise you pay nothing.');
  });

  it('the page explains the research while representation is active and after it was charged', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    for (const step of ['research held', 'research charged', 'representation held'] as const)
      await steps[step](checkout);
    const hold = await newest(checkout, 'representation');
    for (const path of [checkout.path('representation'), checkout.path('research'), `/checkout/return/${hold.id}`])
      expect(await textOf(path)).toContain(takenOff);
    for (const step of charged) await steps[step](checkout);
    for (const path of [checkout.path('representation'), checkout.path('research'), `/checkout/return/${hold.id}`])
      expect(await textOf(path)).toContain('The $199.00 that you had paid for research was deducted');
  });

  it('the page explains a released research hold, and so do the terms of both', async () => {
    const checkout = await givenCheckout(parts.current.harness);
    expect(await textOf(checkout.path('research'))).toContain('If you choose representation later.');
    expect(await textOf(checkout.path('representation'))).toContain('If you chose research before.');
    await steps['research held'](checkout);
    const { id } = await newest(checkout, 'research');
    await steps['representation held'](checkout);
    const underWay = await textOf(`/checkout/return/${id}`);
    expect(underWay).toContain('so we are releasing it');
    expect(underWay).not.toContain('We charge it when');
    await reconcileDue(parts.current.harness);
    expect(await textOf(`/checkout/return/${id}`)).toContain('We released the hold for the research');
  });

  it('the page shows only the amount due while representation is being charged', async () => {
    const { stripe } = parts.current;
    const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
    for (const step of ['research held', 'research charged', 'representation held', 'settled well'] as const)
      await steps[step](checkout);
    stripe.behave('unavailable');
    await steps['representation charged'](checkout);
    stripe.behave('accept');
    const underWay = await textOf(checkout.path('representation'));
    expect(underWay).toContain('We are charging $273.00 of it');
  });

  it('the page shows paid research as paid, not as included, when representation was released', async () => {
    const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
    for (const step of ['research held', 'research charged', 'representation held', 'representation released'] as const)
      await steps[step](checkout);
    const shown = await textOf(checkout.path('research'));
    expect(shown).toContain('The hold for representation is released.');
    expect(shown).toContain('Nothing was charged for it.');
    expect(shown).not.toContain('Representation includes the research');
  });
});
