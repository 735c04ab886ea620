import { describe, expect, it } from 'vitest';
import {
  accept,
  givenCheckout,
  holdsOf,
  linksOf,
  reconcileDue,
  sessionOf,
  type GivenCheckout,
} from '#testing/checkout';
import { givenStaffToken } from '#testing/staff';
import { useHarness, type Harness } from '#test/harness';

const test = useHarness({ NODE_ENV: 'development' });
const production = useHarness({ NODE_ENV: 'production', PUBLIC_BASE_URL: 'https://makewhole.test' });

type Product = Parameters<GivenCheckout['path']>[0];

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

async function openPage(harness: Harness, checkout: GivenCheckout, product: Product): Promise<string> {
  const answer = await accept(harness, checkout.path(product));
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toMatch(/^http:\/\/makewhole\.test\/test-cards\/test_cs_[0-9A-Za-z]{28}$/);
  return `/test-cards/${sessionOf(answer)}`;
}

const choose = (path: string, card: string, answer?: string) =>
  test.current.call('POST', path, {
    raw: `card=${card}${answer === undefined ? '' : `&answer=${answer}`}`,
    headers: form,
  });

const stateOf = async (checkout: GivenCheckout) => (await holdsOf(test.current, checkout)).map(({ state }) => state);

async function givenHold(product: Product, card: string) {
  const checkout = await givenCheckout(test.current);
  const page = await openPage(test.current, checkout, product);
  expect((await choose(page, card)).headers.get('location')).toMatch(/\/checkout\/return\/hld_/);
  const [hold] = await holdsOf(test.current, checkout);
  expect(hold?.state).toBe('held');
  return { checkout, page, holdId: hold?.id ?? '' };
}

async function staff(route: string, body?: object) {
  const [method = '', path = ''] = route.split(' ');
  const token = await givenStaffToken(test.current);
  return test.current.call(method, `/api/staff/v1${path}`, { token, ...(body && { body }) });
}

const captureHold = (holdId: string) =>
  staff(`POST /holds/${holdId}/capture`, { seen_on_paper: true, reason: 'Read out.' });

const win = ({ consultationId }: GivenCheckout) =>
  staff(`POST /consultations/${consultationId}/settlement`, {
    settlement: { value_cents: 1_500_000 },
    offer: { value_cents: 1_100_000 },
  });

describe('the page of test cards', () => {
  it('the test card page has no field for a card number, and a card that works pre-authorizes the case', async () => {
    const checkout = await givenCheckout(test.current);
    const offer = await test.current.call('GET', checkout.path('research'));
    expect(offer.text).toContain('choose a test card');
    expect(offer.text).not.toContain('at Stripe');
    const page = await openPage(test.current, checkout, 'research');
    const shown = await test.current.call('GET', page);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('This is a test page.');
    expect(shown.text).toContain('$199.00');
    expect(shown.text).not.toContain('<input');
    const { status, headers } = await choose(page, 'works');
    expect(status).toBe(303);
    expect(await stateOf(checkout)).toEqual(['held']);
    const returned = new URL(headers.get('location') ?? '').pathname;
    expect((await test.current.call('GET', returned)).text).toContain('199');
    expect((await linksOf(test.current, checkout)).researchUrl).toBeNull();
  });

  it.each([
    ['en', ['built-in test cards take its place', 'saved with Stripe', 'You do that at Stripe']],
    ['es', ['la sustituyen tarjetas de prueba integradas', 'se guarda con Stripe', 'Eso se hace en Stripe']],
  ])(
    'the test card page is named wherever the pages in %s name the card provider',
    async (language, [note = '', saved = '', changed = '']) => {
      const checkout = await givenCheckout(test.current);
      const read = async (path: string) =>
        (await test.current.call('GET', `${path}?lang=${language}`)).text.replaceAll(/\s+/g, ' ');
      const offer = await read(checkout.path('representation'));
      expect([offer.includes(note), offer.includes(saved)]).toEqual([true, false]);
      const [terms = ''] = /\/checkout\/terms\/representation-[\w-]+/.exec(offer) ?? [];
      for (const path of [terms, '/terms']) expect([path, (await read(path)).includes(note)]).toEqual([path, true]);
      const page = await openPage(test.current, checkout, 'representation');
      await choose(page, 'declined_later');
      test.current.clock.advance(7 * 86_400);
      await reconcileDue(test.current);
      await win(checkout);
      const [hold] = await holdsOf(test.current, checkout);
      expect((await captureHold(hold?.id ?? '')).status).toBe(409);
      const failed = await read(checkout.path('representation'));
      expect([failed.includes('action="/checkout/'), failed.includes(changed)]).toEqual([true, false]);
    },
  );

  it('the test card page is in the language of its owner, like their other pages', async () => {
    const checkout = await givenCheckout(test.current);
    const offer = `${checkout.path('research')}?lang=es`;
    const [, version = ''] =
      /name="terms_version" value="([^"]+)"/.exec((await test.current.call('GET', offer)).text) ?? [];
    const answer = await accept(test.current, offer, `accept_terms=true&terms_version=${version}`);
    const page = `/test-cards/${sessionOf(answer)}`;
    const shown = await test.current.call('GET', page);
    for (const words of ['Esta es una página de prueba.', 'avalúo', 'Una tarjeta que funciona'])
      expect([words, shown.text.includes(words)]).toEqual([words, true]);
    expect(shown.text).toContain('<html lang="es"');
    expect((await test.current.call('GET', `${page}?lang=en`)).text).toContain('This is a test page.');
    const declined = await test.current.call('POST', `${page}?lang=en`, { raw: 'card=declined', headers: form });
    const again = await test.current.call('GET', declined.headers.get('location') ?? '');
    expect(again.text).toContain('The card was declined.');
    await choose(page, 'works');
    expect((await test.current.call('GET', page)).text).toContain('Esta página ya se usó');
  });

  it('the link leads to the same test card page until a card is chosen, and the page cannot be used again', async () => {
    const checkout = await givenCheckout(test.current);
    const page = await openPage(test.current, checkout, 'representation');
    expect(await openPage(test.current, checkout, 'representation')).toBe(page);
    await choose(page, 'works');
    expect((await test.current.call('GET', page)).status).toBe(410);
    expect((await choose(page, 'disputed')).headers.get('location')).toMatch(/\/checkout\/return\//);
    await reconcileDue(test.current);
    const { rows } = await test.current.owner.pool.query('select card from test_cards.sessions where id = $1', [
      page.split('/').at(-1),
    ]);
    expect(rows).toEqual([{ card: 'works' }]);
  });

  it('the test card page places one hold when two buttons are submitted at the same moment', async () => {
    const checkout = await givenCheckout(test.current);
    const page = await openPage(test.current, checkout, 'representation');
    const answers = await Promise.all([choose(page, 'works'), choose(page, 'lapses'), choose(page, 'works')]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const [hold] = await holdsOf(test.current, checkout);
    const { rows } = await test.current.owner.pool.query('select id from test_cards.payments where hold_id = $1', [
      hold?.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('the test card page stays open after a declined card', async () => {
    const checkout = await givenCheckout(test.current);
    const page = await openPage(test.current, checkout, 'research');
    const declined = await choose(page, 'declined');
    expect(declined.headers.get('location')).toBe(`${page}?step=declined`);
    expect((await test.current.call('GET', `${page}?step=declined`)).text).toContain('The card was declined.');
    expect(await stateOf(checkout)).toEqual(['page_open']);
    await choose(page, 'works');
    expect(await stateOf(checkout)).toEqual(['held']);
  });

  it('the test card page asks for a confirmation that can be refused', async () => {
    const checkout = await givenCheckout(test.current);
    const page = await openPage(test.current, checkout, 'representation');
    expect((await choose(page, 'authentication')).headers.get('location')).toBe(`${page}?step=asked`);
    expect((await test.current.call('GET', `${page}?step=asked`)).text).toContain('value="confirm"');
    expect((await choose(page, 'authentication', 'refuse')).headers.get('location')).toBe(`${page}?step=declined`);
    expect(await stateOf(checkout)).toEqual(['page_open']);
    await choose(page, 'authentication', 'confirm');
    expect(await stateOf(checkout)).toEqual(['held']);
  });

  it('the test card page expires after two hours', async () => {
    const checkout = await givenCheckout(test.current);
    const page = await openPage(test.current, checkout, 'research');
    test.current.clock.advance(2 * 3600);
    expect((await test.current.call('GET', page)).text).toContain('This page has expired');
    await choose(page, 'works');
    await reconcileDue(test.current);
    expect(await stateOf(checkout)).toEqual(['expired']);
  });

  it('an unknown session gets 404, and forms of other sites and unknown cards are refused', async () => {
    const unknown = `/test-cards/test_cs_${'0'.repeat(28)}`;
    expect((await test.current.call('GET', unknown)).status).toBe(404);
    expect((await choose(unknown, 'works')).status).toBe(404);
    const checkout = await givenCheckout(test.current);
    const page = await openPage(test.current, checkout, 'research');
    const foreign = { ...form, 'sec-fetch-site': 'cross-site' };
    expect((await test.current.call('POST', page, { raw: 'card=works', headers: foreign })).status).toBe(403);
    expect((await choose(page, '4242424242424242')).status).toBe(400);
    expect(await stateOf(checkout)).toEqual(['page_open']);
  });
});

describe('a hold on a test card', () => {
  it('a hold on a test card can be captured in part, and refunded up to that part', async () => {
    const { checkout, holdId } = await givenHold('research', 'works');
    expect((await captureHold(holdId)).status).toBe(200);
    const refund = { amount_cents: 5_000, reason: 'goodwill', seen_refunded_cents: 0 };
    expect((await staff(`POST /holds/${holdId}/refund`, refund)).status).toBe(200);
    await reconcileDue(test.current);
    const [hold] = await holdsOf(test.current, checkout);
    expect(hold).toMatchObject({ state: 'captured', capturedCents: 19_900, refundedCents: 5_000 });
    const tooMuch = { ...refund, amount_cents: 19_000, seen_refunded_cents: 5_000 };
    expect((await staff(`POST /holds/${holdId}/refund`, tooMuch)).status).toBeGreaterThanOrEqual(400);
  });

  it('a hold on a test card can be released', async () => {
    const { checkout, holdId } = await givenHold('research', 'works');
    expect((await staff(`POST /holds/${holdId}/release`)).status).toBe(200);
    expect(await stateOf(checkout)).toEqual(['released']);
  });

  it('a hold on a test card lapses after a minute, is placed again off session and captured', async () => {
    const { checkout, holdId } = await givenHold('representation', 'lapses');
    test.current.clock.advance(61);
    await reconcileDue(test.current);
    expect(await stateOf(checkout)).toEqual(['saved']);
    await win(checkout);
    expect((await captureHold(holdId)).status).toBe(200);
    const [hold] = await holdsOf(test.current, checkout);
    expect(hold).toMatchObject({ state: 'captured', capturedCents: 47_200 });
  });

  it.each([
    ['declined_later', 'declined'],
    ['authentication', 'authentication required'],
  ])('a hold on the card %s is refused off session, and another card can be entered', async (card, failure) => {
    const checkout = await givenCheckout(test.current);
    const page = await openPage(test.current, checkout, 'representation');
    await choose(page, card, 'confirm');
    const [{ id: holdId } = { id: '' }] = await holdsOf(test.current, checkout);
    test.current.clock.advance(7 * 86_400);
    await reconcileDue(test.current);
    await win(checkout);
    expect((await captureHold(holdId)).status).toBe(409);
    expect((await holdsOf(test.current, checkout))[0]).toMatchObject({ state: 'charge_failed', failure });
    const change = `${checkout.path('representation')}/card`;
    const answer = await test.current.call('POST', change, { raw: 'change_card=true', headers: form });
    const next = `/test-cards/${sessionOf(answer)}`;
    expect(next).not.toBe(page);
    await choose(next, 'works');
    await reconcileDue(test.current);
    expect((await captureHold(holdId)).status).toBe(200);
    expect(await stateOf(checkout)).toEqual(['captured']);
  });

  it('a charge to the always disputed card is disputed immediately, and the board shows it', async () => {
    const { checkout, holdId } = await givenHold('research', 'disputed');
    await captureHold(holdId);
    const [hold] = await holdsOf(test.current, checkout);
    expect(hold?.dispute).toMatchObject({ status: 'needs_response', amountCents: 19_900 });
    const { body } = await staff('GET /holds?disputed=true');
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(holdId);
  });
});

describe('production', () => {
  it('production has no checkout for live cases without a card provider, and no test page for one', async () => {
    const { current: harness } = production;
    const checkout = await givenCheckout(harness);
    expect(await linksOf(harness, checkout)).toEqual({ researchUrl: null, representationUrl: null });
    const page = { holdId: 'hld_x', attempt: 1, title: 'x', amountCents: 1, returnUrl: 'https://makewhole.test/' };
    const expiresAt = new Date(harness.clock.now().getTime() + 7_200_000);
    await expect(harness.ctx.cards.createPage({ ...page, expiresAt, test: false })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    // A database that a development service has used.
    await harness.owner.pool.query(
      `insert into test_cards.sessions (id, hold_id, attempt, livemode, title, amount_cents, return_url, created_at, expires_at)
       values ('test_cs_old', 'hld_old', 1, true, 'x', 100, 'https://makewhole.test/', now(), $1)`,
      [expiresAt],
    );
    expect(await harness.ctx.cards.get('test_cs_old')).toBeUndefined();
    expect((await harness.call('GET', '/test-cards/test_cs_old')).status).toBe(404);
    const post = await harness.call('POST', '/test-cards/test_cs_old', { raw: 'card=works', headers: form });
    expect(post.status).toBe(404);
  });
});
