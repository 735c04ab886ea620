import assert from 'node:assert/strict';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/access';
import type { Answer } from '#test/harness';
import { useCardHarness } from '#test/stripe';
import type { Product } from './rules.ts';
import {
  accept,
  follow,
  givenCheckout,
  givenHold,
  holdsOf,
  sessionOf,
  tellAll,
  type GivenCheckout,
} from './testing.ts';

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
  parts.current.harness.call('POST', `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });

const newest = async (checkout: GivenCheckout, product: Product) =>
  (await holdsOf(parts.current.harness, checkout)).findLast((one) => one.product === product)!;

type Pressed = 'capture' | 'release' | { readonly amount_cents: number };

const press = async (checkout: GivenCheckout, product: Product, what: Pressed) => {
  const path = `/holds/${(await newest(checkout, product)).id}/${what === 'release' ? 'release' : 'capture'}`;
  return post(path, typeof what === 'string' ? undefined : what);
};

/** The same where nothing else can be the answer. */
async function pressed(...which: Parameters<typeof press>): Promise<Answer> {
  const answer = await press(...which);
  if (answer.status !== 200) throw new Error(`the press was not taken: ${answer.status} ${answer.text}`);
  return answer;
}

const settle = (checkout: GivenCheckout, improvementCents: number) =>
  post(`/consultations/${checkout.consultationId}/settlement`, { settlement_cents: 1_000_000 + improvementCents });

/** What people do, one after the other; each must be answered as if nothing were in its way. */
const deeds = {
  'research held': (checkout) => givenHold(parts.current, checkout, 'research'),
  'research charged': (checkout) => pressed(checkout, 'research', 'capture'),
  'research charged in part': (checkout) => pressed(checkout, 'research', { amount_cents: 15_000 }),
  /** Pressed, and the provider was not reached; a worker would go on with it in a minute. */
  'research to be charged': async (checkout) => {
    const { stripe } = parts.current;
    stripe.behave('unavailable');
    await pressed(checkout, 'research', 'capture');
    stripe.behave('accept');
  },
  /** Pressed and done, and the provider's answer got lost. */
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
  /** The customer pays on both pages before anybody hears of either. */
  'both held at once': async (checkout) => {
    const { harness, stripe } = parts.current;
    const pages = [
      await accept(harness, checkout.path('research')),
      await accept(harness, checkout.path('representation')),
    ];
    for (const page of pages) stripe.bank.pay(sessionOf(page), 'good');
    await tellAll(parts.current);
  },
  'representation lapsed': async () => {
    const { harness, stripe } = parts.current;
    harness.clock.advance(7 * 86_400);
    stripe.bank.passTime();
    await tellAll(parts.current);
  },
  'settled well': (checkout) => settle(checkout, 100_000),
  'settled badly': (checkout) => settle(checkout, 99_999),
  'representation charged': (checkout) => pressed(checkout, 'representation', 'capture'),
  'representation released': (checkout) => pressed(checkout, 'representation', 'release'),
  'a minute later': async () => {
    parts.current.harness.clock.advance(61);
    await follow(parts.current.harness);
  },
} satisfies Record<string, (checkout: GivenCheckout) => Promise<unknown>>;

type Deed = keyof typeof deeds;

/** What the customer's bank has taken and still keeps aside, by the provider's own books. */
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
  it.each<[deeds: readonly Deed[], chargedCents: number]>([
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
    // What was delivered and paid before stays paid; what was only held is given back.
    [['research held', 'research charged', 'representation held', 'settled badly', 'representation released'], 19_900],
    [['research held', 'representation held', 'settled badly', 'representation released'], 0],
  ])('%j: %i cents [A-PRICE-013, A-PRICE-015]', async (taken, chargedCents) => {
    const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
    for (const deed of taken) await deeds[deed](checkout);
    await deeds['a minute later']();
    expect(await atTheBank(checkout)).toEqual({ chargedCents, standing: 0 });
  });

  it('and 497 dollars without the discount', async () => {
    const wanted = { initialOfferCents: 1_000_000, discount: false };
    const checkout = await givenCheckout(parts.current.harness, wanted);
    const taken = ['research held', 'research charged', 'representation held', ...charged] as const;
    for (const deed of taken) await deeds[deed](checkout);
    expect(await atTheBank(checkout)).toEqual({ chargedCents: 49_700, standing: 0 });
  });
});

describe('research beside representation', () => {
  it('is not charged any more, and staff are told why', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    await deeds['research held'](checkout);
    // The provider cannot be reached for what follows, so that the hold for research still stands.
    stripe.interrupt(({ path }, when) => {
      if (path.endsWith('/cancel') && when === 'before') stripe.behave('cut before');
    });
    await deeds['representation held'](checkout);
    stripe.interrupt(undefined);
    stripe.behave('accept');
    const answer = await press(checkout, 'research', 'capture');
    expect([answer.status, answer.body.code]).toEqual([409, 'hold_covered']);
    await deeds['a minute later']();
    expect(await newest(checkout, 'research')).toMatchObject({ state: 'failed', failure: 'covered' });
  });

  it('keeps representation from being charged for as long as nobody knows what became of it', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    await deeds['research held'](checkout);
    await deeds['research to be charged'](checkout);
    await deeds['representation held'](checkout);
    await settle(checkout, 100_000);
    stripe.interrupt(({ path }, when) => {
      if (path.endsWith('/cancel') && when === 'before') stripe.behave('unavailable');
    });
    await follow(harness);
    const refused = await press(checkout, 'representation', 'capture');
    expect([refused.status, refused.body.code]).toEqual([409, 'research_not_ended']);
    stripe.interrupt(undefined);
    stripe.behave('accept');
    await deeds['representation charged'](checkout);
    expect(await atTheBank(checkout)).toEqual({ chargedCents: 47_200, standing: 0 });
  });

  it('is taken off what may be charged, and the list of holds says so', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    for (const deed of ['research held', 'research charged', 'representation held', 'settled well'] as const)
      await deeds[deed](checkout);
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

  it('that ended with it asks nobody for a new hold', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    await deeds['research held'](checkout);
    const before = (await harness.ctx.metrics.cards.renewals.get()).values.map(({ value }) => value);
    stripe.interrupt(({ path }, when) => {
      if (path.endsWith('/cancel') && when === 'before') stripe.behave('cut before');
    });
    await deeds['representation held'](checkout);
    stripe.interrupt(undefined);
    stripe.behave('accept');
    const research = await newest(checkout, 'research');
    const intent = [...stripe.bank.intents.values()].find(({ holdId }) => holdId === research.id)!;
    stripe.bank.cancel(intent.id, 'automatic');
    await tellAll(parts.current);
    expect(await newest(checkout, 'research')).toMatchObject({ state: 'failed', failure: 'covered' });
    expect((await harness.ctx.metrics.cards.renewals.get()).values.map(({ value }) => value)).toEqual(before);
  });
});

describe('the customer’s pages say it in either order', () => {
  const textOf = async (path: string) => (await parts.current.harness.call('GET', path)).text.replace(/\s+/g, ' ');
  const takenOff = 'You have paid $199.00 for research. We take it off, so we charge at most <strong>$273.00</strong>.';

  it('before representation is accepted: what is given back, and what is taken off', async () => {
    const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
    const path = checkout.path('representation');
    expect(await textOf(path)).not.toMatch(/You have paid|We give the hold/);
    await deeds['research held'](checkout);
    expect(await textOf(path)).toContain('We give the hold of $199.00 for research back as soon as this one stands.');
    await deeds['research charged'](checkout);
    const paid = await textOf(path);
    expect(paid).toContain(takenOff);
    expect(paid).not.toContain('Otherwise you pay nothing.');
  });

  it('while it stands and when it was charged', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
    for (const deed of ['research held', 'research charged', 'representation held'] as const)
      await deeds[deed](checkout);
    const hold = await newest(checkout, 'representation');
    for (const path of [checkout.path('representation'), checkout.path('research'), `/checkout/return/${hold.id}`])
      expect(await textOf(path)).toContain(takenOff);
    for (const deed of charged) await deeds[deed](checkout);
    for (const path of [checkout.path('representation'), checkout.path('research'), `/checkout/return/${hold.id}`])
      expect(await textOf(path)).toContain('the $199.00 that you had paid for research were taken off');
  });

  it('of a hold for research that was given back, and in the terms of both', async () => {
    const checkout = await givenCheckout(parts.current.harness);
    expect(await textOf(checkout.path('research'))).toContain('If you choose representation later.');
    expect(await textOf(checkout.path('representation'))).toContain('If you chose research before.');
    await deeds['research held'](checkout);
    const { id } = await newest(checkout, 'research');
    await deeds['representation held'](checkout);
    const underWay = await textOf(`/checkout/return/${id}`);
    expect(underWay).toContain('so we are releasing it');
    expect(underWay).not.toContain('We charge it when');
    await follow(parts.current.harness);
    expect(await textOf(`/checkout/return/${id}`)).toContain('We gave the hold for the research back');
  });

  it('while it is being charged: only what is due of it', async () => {
    const { stripe } = parts.current;
    const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
    for (const deed of ['research held', 'research charged', 'representation held', 'settled well'] as const)
      await deeds[deed](checkout);
    stripe.behave('unavailable');
    await deeds['representation charged'](checkout);
    stripe.behave('accept');
    const underWay = await textOf(checkout.path('representation'));
    expect(underWay).toContain('We are charging $273.00 of it');
  });

  it('when representation was released: research that was paid is neither included nor uncharged', async () => {
    const checkout = await givenCheckout(parts.current.harness, { initialOfferCents: 1_000_000 });
    for (const deed of ['research held', 'research charged', 'representation held', 'representation released'] as const)
      await deeds[deed](checkout);
    const shown = await textOf(checkout.path('research'));
    expect(shown).toContain('The hold for representation is released.');
    expect(shown).toContain('Nothing was charged for it.');
    expect(shown).not.toContain('Representation includes the research');
  });
});
