import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config';
import { startStripe, type StripeDouble } from '#test/doubles/stripe';
import { readTestConfig } from '#test/fixtures/test-settings';
import { createCards, type CardHolds, type NewHoldPage } from './index.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
let stripe: StripeDouble;
let cards: CardHolds;

const required = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  DATA_KEY: 'a key for tests only with 32 characters or more',
};

beforeAll(async () => {
  stripe = await startStripe(() => now);
  cards = createCards(readTestConfig({ ...required, ...stripe.env }));
});
afterAll(() => stripe.close());

let holds = 0;
const newPage = (changes: Partial<NewHoldPage> = {}): NewHoldPage => ({
  holdId: `hld_${String(holds++).padStart(24, '0')}`,
  test: false,
  attempt: 1,
  title: 'Synthetic research',
  amountCents: 19_900,
  expiresAt: new Date(now.getTime() + 7_200_000),
  returnUrl: 'https://makewhole.example/checkout/return/hld_x',
  ...changes,
});

describe('Stripe settings', () => {
  const problems = (env: Record<string, string>) => {
    try {
      readConfig({ ...required, ...env }, 'api');
      return [];
    } catch (error) {
      return (error as { problems: string[] }).problems;
    }
  };

  it('both Stripe settings are set, or neither', () => {
    expect(readConfig(required, 'api').stripe).toBeUndefined();
    expect(problems({ STRIPE_SECRET_KEY: 'sk' })).toEqual([
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET must be set together',
    ]);
    expect(problems({ STRIPE_WEBHOOK_SECRET: 'wh' })).toHaveLength(1);
    const live = readConfig({ ...required, STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }, 'api').stripe;
    expect([live?.apiUrl, live?.pageOrigin]).toEqual(['https://api.stripe.com', 'https://checkout.stripe.com']);
    expect(JSON.stringify(live)).not.toMatch(/"sk"|"wh"/);
  });

  it('without settings the gateway does nothing', async () => {
    const absent = createCards(readConfig(required, 'api'));
    expect([absent.configured, absent.pageOrigin]).toEqual([false, undefined]);
    await expect(absent.createPage(newPage())).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(absent.get('cs')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(absent.readEvent({ body: Buffer.from('{}'), signature: '', now })).toBeUndefined();
  });
});

describe('requests to Stripe', () => {
  it('requests equal those of the provider’s own package, member for member', async () => {
    const url = new URL(stripe.origin);
    const sdk = new Stripe('sk_test_synthetic', {
      host: url.hostname,
      port: url.port,
      protocol: 'http',
      telemetry: false,
    });
    const page = newPage();
    const { sessionId } = await cards.createPage(page);
    const ours = stripe.calls.at(-1)!;
    const session = await sdk.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        adaptive_pricing: { enabled: false },
        client_reference_id: page.holdId,
        metadata: { hold_id: page.holdId },
        expires_at: page.expiresAt.getTime() / 1000,
        success_url: page.returnUrl,
        cancel_url: page.returnUrl,
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: 19_900, product_data: { name: page.title } } },
        ],
        payment_intent_data: {
          capture_method: 'manual',
          description: page.title,
          metadata: { hold_id: page.holdId },
        },
      },
      { idempotencyKey: `${page.holdId}/page/1` },
    );
    const theirs = stripe.calls.at(-1)!;
    const members = ({ form }: { form: string }) => [...new URLSearchParams(form)].toSorted();
    expect(members(ours)).toEqual(members(theirs));
    expect(session.id).toBe(sessionId);
    expect(stripe.complaints).toEqual([]);
  });

  it('a repeated request is the same request, and another attempt is a different one', async () => {
    const page = newPage();
    const first = await cards.createPage(page);
    expect(await cards.createPage(page)).toEqual(first);
    expect(await cards.createPage({ ...page, attempt: 2 })).not.toEqual(first);
    await expect(cards.createPage({ ...page, amountCents: 1 })).rejects.toMatchObject({ kind: 'refused' });
  });

  it('requests follow a hold from the page to the capture', async () => {
    const page = newPage();
    const { sessionId } = await cards.createPage(page);
    expect(await cards.get(sessionId)).toMatchObject({ page: 'open', money: 'none', intentId: undefined });
    stripe.bank.pay(sessionId, 'good');
    const held = (await cards.get(sessionId))!;
    expect(held).toMatchObject({ holdId: page.holdId, page: 'complete', money: 'held', amountCents: 19_900 });
    expect(held.captureBefore).toEqual(new Date(stripe.bank.getIntent(held.intentId!).captureBefore! * 1000));
    const request = { attempt: 1, intentId: held.intentId! };
    await expect(cards.capture({ ...request, attempt: 2, amountCents: 19_901 })).rejects.toMatchObject({
      kind: 'refused',
      responseCode: 400,
    });
    await cards.capture({ ...request, amountCents: 10_000 });
    await cards.capture({ ...request, amountCents: 10_000 });
    expect(await cards.get(sessionId)).toMatchObject({ money: 'captured', capturedCents: 10_000 });
    await expect(cards.release(request)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('requests follow a charge to its refunds, and read a dispute as the provider’s own package does', async () => {
    const url = new URL(stripe.origin);
    const host = { host: url.hostname, port: url.port, protocol: 'http' as const, telemetry: false };
    const page = newPage();
    const { sessionId } = await cards.createPage(page);
    stripe.bank.pay(sessionId, 'good');
    const { intentId = '' } = (await cards.get(sessionId))!;
    await cards.capture({ attempt: 1, intentId, amountCents: 15_000 });
    // The released part of a hold is not a refund.
    expect(await cards.get(sessionId)).toMatchObject({ refundedCents: 0, dispute: undefined });
    stripe.bank.refund(intentId, 4_000);
    stripe.bank.dispute(intentId, 'needs_response');
    const dueAt = new Date(stripe.bank.getIntent(intentId).dispute!.dueBy * 1000);
    expect(await cards.get(sessionId)).toMatchObject({
      money: 'captured',
      refundedCents: 4_000,
      dispute: { status: 'needs_response', amountCents: 11_000, dueAt },
    });
    const ours = stripe.calls.at(-1)!;
    await new Stripe('sk_test_synthetic', host).disputes.list({ payment_intent: intentId, limit: 1 });
    const theirs = stripe.calls.at(-1)!;
    expect([ours.path, ours.form]).toEqual([theirs.path, theirs.form]);
    expect(stripe.complaints).toEqual([]);
  });

  it.each([
    ['refuse', 'refused', 402],
    ['unavailable', 'unavailable', 503],
    ['too many', 'unavailable', 429],
    ['broken after', 'unavailable', 500],
    ['cut before', 'unavailable', undefined],
    ['cut after', 'unavailable', undefined],
    ['not the api', 'malformed', undefined],
    ['not found', 'malformed', undefined],
    ['endless', 'malformed', undefined],
  ] as const)('requests to a provider in the mood "%s" are %s', async (mood, kind, responseCode) => {
    stripe.behave(mood);
    await expect(cards.createPage(newPage())).rejects.toMatchObject({ kind, responseCode });
    stripe.behave('accept');
  });

  it('a page of another account or mode is not found', async () => {
    expect(await cards.get('cs_test_elsewhere')).toBeUndefined();
    stripe.behave('not found');
    await expect(cards.get('cs_test_elsewhere')).rejects.toMatchObject({ kind: 'malformed' });
    stripe.behave('endless');
    await expect(cards.get('cs_test_elsewhere')).rejects.toMatchObject({ kind: 'malformed' });
    stripe.behave('accept');
  });

  it('a request with a wrong key does not fail the hold', async () => {
    const wrong = createCards(readTestConfig({ ...required, ...stripe.env, STRIPE_SECRET_KEY: 'sk_other' }));
    await expect(wrong.createPage(newPage())).rejects.toMatchObject({ kind: 'unavailable', responseCode: 401 });
  });

  it('send customers to the provider’s own pages and nowhere else', async () => {
    const config = readTestConfig({ ...required, ...stripe.env });
    const elsewhere = createCards({ stripe: { ...config.stripe!, pageOrigin: 'https://checkout.stripe.com' } });
    await expect(elsewhere.createPage(newPage())).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('Stripe events', () => {
  it('an event signed by the provider’s own package is read, with its subject', () => {
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'charge.captured',
      data: { object: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata: { hold_id: 'hld_1' } } },
    });
    const read = (signature: string) => cards.readEvent({ body: Buffer.from(body), signature, now });
    expect(read(stripe.sign(body))).toEqual({
      id: 'evt_1',
      type: 'charge.captured',
      holdId: 'hld_1',
      sessionId: undefined,
      intentId: 'pi_1',
    });
    const sdk = new Stripe('sk');
    const other = sdk.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' });
    expect(read(other)).toBeUndefined();
    expect(read('')).toBeUndefined();
  });
});
