import assert from 'node:assert/strict';
import { afterEach, describe, expect, it } from 'vitest';
import { useCardHarness } from '#test/doubles/stripe';
import { gate, until } from '#test/until';
import {
  accept,
  reconcileDue,
  givenCheckout,
  givenHold,
  holdsOf,
  linksOf,
  newContacts,
  sessionOf,
  deliverProviderEvents,
} from '../testing.ts';
import { pageUrl } from '#lib/text/page-link';
import { listContacts } from '#modules/consultations';
import { termsVersion } from '../rules.ts';

const parts = useCardHarness();
afterEach(() => {
  parts.current.stripe.behave('accept');
  // Requests that the Stripe double objected to fail the test that made them.
  assert.deepEqual(parts.current.stripe.complaints, []);
});

const days = 86_400;

describe('accepting the terms', () => {
  it('accepting the terms leads to the provider’s page, where exactly the price is held and the card saved, and is recorded [A-RECEIPT-024, A-PRICE-017]', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const answer = await accept(harness, checkout.path('representation'));
    expect(answer.status).toBe(303);
    const session = stripe.bank.getSession(sessionOf(answer));
    expect(answer.headers.get('location')).toBe(session.url);
    const [hold, ...others] = await holdsOf(harness, checkout);
    expect(others).toEqual([]);
    expect(hold).toMatchObject({
      state: 'page_open',
      amountCents: 47_200,
      discountCents: 2_500,
      sessionId: session.id,
    });
    expect(session).toMatchObject({ holdId: hold!.id, amount: 47_200 });
    expect(hold!.acceptance).toEqual({
      at: harness.clock.now().toISOString(),
      ip: '127.0.0.1',
      user_agent: expect.any(String),
      terms_version: termsVersion,
      price_cents: 47_200,
    });
    const { form } = stripe.calls.findLast(({ method }) => method === 'POST')!;
    expect(Object.fromEntries(new URLSearchParams(form))).toMatchObject({
      'payment_intent_data[capture_method]': 'manual',
      'payment_intent_data[setup_future_usage]': 'off_session',
      'custom_text[submit][message]': expect.stringContaining('Your bank holds $472.00 on your card'),
    });
    expect(form).not.toContain(checkout.path('representation').split('/')[2]);
  });

  it('accepting the terms is a hold only once the provider reports it [A-RECEIPT-022]', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const session = sessionOf(await accept(harness, checkout.path('research')));
    const state = async () => (await holdsOf(harness, checkout))[0]!.state;
    await reconcileDue(harness);
    expect(await state()).toBe('page_open');
    stripe.bank.pay(session, 'declined');
    await deliverProviderEvents(parts.current);
    expect(await state()).toBe('page_open');
    stripe.bank.pay(session, 'good');
    expect(await state()).toBe('page_open');
    await deliverProviderEvents(parts.current);
    expect((await holdsOf(harness, checkout))[0]).toMatchObject({
      state: 'held',
      amountCents: 19_900,
      captureBefore: new Date(stripe.bank.getSession(session).intent!.captureBefore! * 1000),
    });
  });

  it('accepting the terms twice, at the same time or later, leads to the same page', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const path = checkout.path('representation');
    const both = await Promise.all([accept(harness, path), accept(harness, path)]);
    const third = await accept(harness, path);
    expect(new Set([...both, third].map(sessionOf)).size).toBe(1);
    expect([...both, third].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await holdsOf(harness, checkout)).toHaveLength(1);
    expect([...stripe.bank.sessions.values()].filter(({ id }) => id === sessionOf(third))).toHaveLength(1);
  });

  it('accepting again while the provider still creates the page waits for that page', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const making = gate();
    let asked = 0;
    stripe.interrupt(({ path }, when) => {
      if (when !== 'before' || path !== '/v1/checkout/sessions') return undefined;
      asked += 1;
      return making.opened;
    });
    const first = accept(harness, checkout.path('research'));
    await until('the provider to be asked', () => asked === 1);
    const calls = stripe.calls.length;
    const second = accept(harness, checkout.path('research'));
    await until('the provider to be asked again', () => stripe.calls.length > calls);
    making.open();
    expect(new Set([sessionOf(await first), sessionOf(await second)]).size).toBe(1);
    expect((await second).status).toBe(303);
    stripe.interrupt(undefined);
  });

  it('accepting without ticking the box shows the page again and does nothing', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    for (const form of ['price_cents=47200', 'accept_terms=false', 'accept_terms=']) {
      const answer = await accept(harness, checkout.path('representation'), form);
      const shown = answer.headers.get('location') ?? '';
      expect([answer.status, shown]).toEqual([303, `${checkout.path('representation')}?problem=terms`]);
      expect((await harness.call('GET', shown)).text).toMatch(/<title>Error: .*role="alert".*aria-invalid="true"/s);
    }
    expect(await holdsOf(harness, checkout)).toEqual([]);
    for (const form of ['accept_terms=true&card=4242424242424242', 'accept_terms=true&price_cents=x']) {
      expect((await accept(harness, checkout.path('representation'), form)).status).toBe(400);
    }
  });

  it('accepting in Spanish is recorded with the Spanish version and its text, and the language is stored', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const path = `${checkout.path('representation')}?lang=es`;
    const [, version = ''] = /name="terms_version" value="([^"]+)"/.exec((await harness.call('GET', path)).text) ?? [];
    expect(version).toBe(`${termsVersion}-es`);
    await accept(harness, path, `accept_terms=true&price_cents=47200&terms_version=${version}`);
    expect((await holdsOf(harness, checkout))[0]?.acceptance.terms_version).toBe(version);
    const { rows } = await harness.ctx.db.pool.query<{ words: string }>(
      'select words from consent.wordings where version = $1',
      [`representation-${version}`],
    );
    expect(rows[0]?.words).toMatch(/rige la versión en inglés.*Acepto estas condiciones/s);
    const [known] = await listContacts(harness.ctx, [checkout.consultationId]);
    expect(known?.language).toBe('es');
    const terms = await harness.call('GET', `/checkout/terms/representation-${version}`);
    expect([terms.status, terms.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect((await harness.call('GET', '/checkout/terms/representation-2020-01-01')).status).toBe(404);
  });

  it('leads back to the customer’s own page only whoever came from it', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const { consultationId, contacts } = checkout;
    const own = pageUrl(harness.ctx, { consultationId, contacts });
    const others = pageUrl(harness.ctx, { ...(await givenCheckout(harness)), contacts });
    const query = (url: string) => `?page=${url.split('/').at(-1)}`;
    const path = checkout.path('research');
    expect((await harness.call('GET', path)).text).not.toContain('/case/');
    expect((await harness.call('GET', `${path}${query(others)}`)).text).not.toContain('/case/');
    expect((await harness.call('GET', `${path}${query(own)}`)).text).toContain(own);
    const left = await accept(harness, `${path}${query(own)}`);
    const cookie = left.headers.getSetCookie().find((one) => one.includes('-page=')) ?? '';
    // For this host only, over https only, and not readable by scripts.
    expect(cookie).toMatch(/^__Host-makewhole-page=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400$/);
    const [hold] = await holdsOf(harness, checkout);
    const back = `/checkout/return/${hold?.id}`;
    expect((await harness.call('GET', back)).text).not.toContain('/case/');
    const returned = await harness.call('GET', back, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect([returned.text.includes(own), returned.headers.get('refresh')]).toEqual([true, '10']);
  });

  it('is taken from nobody but the page itself', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const foreign = await harness.call('POST', checkout.path('research'), {
      raw: 'accept_terms=true',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
    expect(await holdsOf(harness, checkout)).toEqual([]);
  });

  it('accepting an outdated price or outdated terms asks again', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    for (const form of ['price_cents=49700', 'price_cents=100', 'terms_version=2020-01-01']) {
      const answer = await accept(harness, checkout.path('research'), `accept_terms=true&${form}`);
      expect([answer.status, answer.text.includes('Please look at them again')]).toEqual([409, true]);
    }
    expect(await holdsOf(harness, checkout)).toEqual([]);
  });
});

describe('the links of a checkout', () => {
  it('the links offer what is not pre-authorized yet: both, then representation only, then none [A-RECEIPT-022, A-PRICE-015]', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    const url = (product: 'research' | 'representation') => `http://makewhole.test${checkout.path(product)}`;
    expect(await linksOf(harness, checkout)).toEqual({
      researchUrl: url('research'),
      representationUrl: url('representation'),
    });
    await givenHold(parts.current, checkout, 'research');
    expect(await linksOf(harness, checkout)).toEqual({ researchUrl: null, representationUrl: url('representation') });
    await givenHold(parts.current, checkout, 'representation');
    expect(await linksOf(harness, checkout)).toEqual({ researchUrl: null, representationUrl: null });
    const upgrade = (await holdsOf(harness, checkout)).find(({ product }) => product === 'representation');
    expect(upgrade).toMatchObject({ amountCents: 47_200, discountCents: 2_500, state: 'held' });
  });

  it('the links and their pages end after thirty days', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    harness.clock.advance(30 * days - 1);
    expect((await harness.call('GET', checkout.path('research'))).status).toBe(200);
    expect((await linksOf(harness, checkout)).researchUrl).not.toBeNull();
    harness.clock.advance(1);
    expect(await linksOf(harness, checkout)).toEqual({ researchUrl: null, representationUrl: null });
    const answers = [
      await harness.call('GET', checkout.path('research')),
      await accept(harness, checkout.path('research')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([410, 410]);
  });

  it('the links come back when the hold expired uncaptured, and the customer is asked for a new one', async () => {
    const { harness, stripe } = parts.current;
    const checkout = await givenCheckout(harness);
    const hold = await givenHold(parts.current, checkout, 'representation');
    harness.clock.advance(6 * days + 1);
    await reconcileDue(harness);
    const warnings = () => harness.logLines.filter((line) => line.includes('hold-expires-soon') && line.includes(hold));
    expect(warnings()).toHaveLength(1);
    harness.clock.advance(days);
    stripe.bank.passTime();
    await deliverProviderEvents(parts.current);
    await reconcileDue(harness);
    expect(warnings()).toHaveLength(1);
    expect((await holdsOf(harness, checkout)).map(({ state }) => state)).toEqual(['expired']);
    expect((await linksOf(harness, checkout)).representationUrl).not.toBeNull();
    await harness.sendMessages();
    const [mail, ...more] = harness.mailbox.to(checkout.contacts.email!);
    expect(more).toEqual([]);
    expect(mail!.mail.text).toContain(checkout.path('representation'));
    // The discount stays with this checkout: the second hold has the same price.
    await givenHold(parts.current, checkout, 'representation');
    expect((await holdsOf(harness, checkout)).map(({ state, amountCents }) => [state, amountCents])).toEqual([
      ['expired', 47_200],
      ['held', 47_200],
    ]);
  });

  it('a link with an unknown token leads nowhere', async () => {
    const { harness } = parts.current;
    for (const path of ['/checkout/x/research', `/checkout/${'0'.repeat(32)}/representation`]) {
      expect((await harness.call('GET', path)).status).toBe(404);
      expect((await accept(harness, path)).status).toBe(404);
    }
    expect((await harness.call('GET', `/checkout/${'0'.repeat(32)}/other`)).status).toBe(404);
    expect((await harness.call('GET', '/checkout/return/hld_unknown')).status).toBe(404);
  });
});

describe('the discount', () => {
  it('the discount is used by one checkout of a customer, and the other has the list price [A-PRICE-012]', async () => {
    const { harness } = parts.current;
    const contacts = newContacts();
    const [first, second] = [await givenCheckout(harness, { contacts }), await givenCheckout(harness, { contacts })];
    expect((await harness.call('GET', second.path('representation'))).text).toContain('$472.00');
    await accept(harness, first.path('representation'));
    const stale = await accept(harness, second.path('representation'), 'accept_terms=true&price_cents=47200');
    expect([stale.status, stale.text.includes('$497.00')]).toEqual([409, true]);
    expect((await accept(harness, second.path('representation'), 'accept_terms=true&price_cents=49700')).status).toBe(
      303,
    );
    expect((await holdsOf(harness, second))[0]).toMatchObject({ amountCents: 49_700, discountCents: 0 });
  });

  it('the discount is used once when both are accepted at the same moment', async () => {
    const { harness } = parts.current;
    const contacts = newContacts();
    const both = [await givenCheckout(harness, { contacts }), await givenCheckout(harness, { contacts })];
    const answers = await Promise.all(both.map((one) => accept(harness, one.path('representation'))));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const amounts = (await Promise.all(both.map((one) => holdsOf(harness, one)))).map(([hold]) => hold!.amountCents);
    expect(amounts.toSorted()).toEqual([47_200, 49_700]);
  });

  it('the discount is not used by research, nor by a customer it was not promised to', async () => {
    const { harness } = parts.current;
    const contacts = newContacts();
    const [first, without] = [
      await givenCheckout(harness, { contacts }),
      await givenCheckout(harness, { discount: false }),
    ];
    await accept(harness, first.path('research'));
    expect((await harness.call('GET', first.path('representation'))).text).toContain('$472.00');
    expect((await harness.call('GET', without.path('representation'))).text).toContain('$497.00');
  });
});
