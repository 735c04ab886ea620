import type Stripe from 'stripe';
import type { Config, StripeConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { CardHolds, HoldPage, NewHoldPage, ProviderEvent, ProviderHold, SignedEvent } from './port.ts';
import { detachCard, getCard, createHold } from './stripe-cards.ts';
import { captureBeforeOf, findDispute, pageStateOf, pageUrl, whileTwinRuns } from './stripe-parts.ts';
import { checkKey, closePage, listPages } from './stripe-pages.ts';
import { createRefund, findRefund } from './stripe-refunds.ts';
import { requestStripe, isUnknown } from './stripe-request.ts';
import { isSigned } from './stripe-signature.ts';

export function createCards({ stripe }: Pick<Config, 'stripe'>): CardHolds {
  if (stripe === undefined) {
    const absent = async () => {
      throw new GatewayError('unavailable', 'no card provider is configured');
    };
    return {
      configured: false,
      isTest: false,
      pageOrigin: undefined,
      check: absent,
      createPage: absent,
      get: absent,
      listPages: () => ({ [Symbol.asyncIterator]: () => ({ next: absent }) }),
      closePage: absent,
      capture: absent,
      release: absent,
      getCard: absent,
      place: absent,
      detach: absent,
      refund: absent,
      findRefund: absent,
      readEvent: () => undefined,
    };
  }
  return {
    configured: true,
    isTest: false,
    pageOrigin: stripe.pageOrigin,
    check: () => checkKey(stripe),
    createPage: (page) => createPage(stripe, page),
    get: (sessionId) => getHold(stripe, sessionId),
    listPages: (names) => listPages(stripe, names),
    closePage: (sessionId) => closePage(stripe, sessionId),
    async capture({ attempt, intentId, amountCents }) {
      const params: Stripe.PaymentIntentCaptureParams = { amount_to_capture: amountCents };
      const path = `/payment_intents/${encodeURIComponent(intentId)}/capture`;
      await requestStripe(stripe, { method: 'POST', path, params, key: `${intentId}/capture/${attempt}` });
    },
    async release({ attempt, intentId }) {
      const params: Stripe.PaymentIntentCancelParams = { cancellation_reason: 'abandoned' };
      const path = `/payment_intents/${encodeURIComponent(intentId)}/cancel`;
      await requestStripe(stripe, { method: 'POST', path, params, key: `${intentId}/release/${attempt}` });
    },
    getCard: (names) => getCard(stripe, names),
    place: (request) => createHold(stripe, request),
    detach: (methodId) => detachCard(stripe, methodId),
    refund: (request) => createRefund(stripe, request),
    findRefund: (names) => findRefund(stripe, names),
    readEvent: (event) => readEvent(stripe, event),
  };
}

async function createPage(stripe: StripeConfig, page: NewHoldPage): Promise<HoldPage> {
  const { holdId, attempt, save } = page;
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    // The price was quoted in dollars, and a hold in another currency could not be compared with it.
    adaptive_pricing: { enabled: false },
    client_reference_id: holdId,
    metadata: { hold_id: holdId },
    expires_at: Math.floor(page.expiresAt.getTime() / 1000),
    success_url: page.returnUrl,
    cancel_url: page.returnUrl,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: page.amountCents, product_data: { name: page.title } },
      },
    ],
    payment_intent_data: {
      capture_method: 'manual',
      description: page.title,
      metadata: { hold_id: holdId },
      ...(save === undefined ? {} : { setup_future_usage: 'off_session' }),
    },
    ...(save === undefined ? {} : { custom_text: { submit: { message: save.promise } }, ...customerOf(save) }),
  };
  const request = { method: 'POST', path: '/checkout/sessions', params, key: `${holdId}/page/${attempt}` } as const;
  const session = await whileTwinRuns(() => requestStripe<Stripe.Checkout.Session>(stripe, request));
  return { sessionId: session.id, url: pageUrl(stripe, session.url) };
}

const customerOf = ({ customerId }: NonNullable<NewHoldPage['save']>): Stripe.Checkout.SessionCreateParams =>
  customerId === undefined ? { customer_creation: 'always' } : { customer: customerId };

async function getHold(stripe: StripeConfig, sessionId: string): Promise<ProviderHold | undefined> {
  const session = await requestStripe<Stripe.Checkout.Session>(stripe, {
    method: 'GET',
    path: `/checkout/sessions/${encodeURIComponent(sessionId)}`,
    params: { expand: ['payment_intent.latest_charge'] },
  }).catch((error: unknown) => {
    if (isUnknown(error)) return undefined;
    throw error;
  });
  if (session === undefined) return undefined;
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const page = pageStateOf(session);
  return {
    holdId: session.client_reference_id ?? undefined,
    page,
    url: page === 'open' && session.url !== null ? pageUrl(stripe, session.url) : undefined,
    intentId: intent?.id,
    money: moneyOf(intent),
    amountCents: intent?.currency === 'usd' ? intent.amount : 0,
    capturedCents: intent?.amount_received ?? 0,
    captureBefore: captureBeforeOf(charge),
    lapsed: intent?.cancellation_reason === 'automatic' || intent?.cancellation_reason === 'expired',
    refundedCents: charge?.amount_refunded ?? 0,
    dispute: charge?.disputed === true ? await findDispute(stripe, intent?.id ?? '') : undefined,
  };
}

/** A hold exists only while money can be captured; all earlier steps count as nothing. */
function moneyOf(intent: Stripe.PaymentIntent | null): ProviderHold['money'] {
  if (intent?.status === 'requires_capture') return 'held';
  if (intent?.status === 'succeeded') return 'captured';
  return intent?.status === 'canceled' ? 'canceled' : 'none';
}

function readEvent(stripe: StripeConfig, signed: SignedEvent): ProviderEvent | undefined {
  if (!isSigned(stripe.webhookSecret.reveal(), signed)) return undefined;
  const event = parse(signed.body);
  const about = event?.data?.object;
  if (!isText(event?.id) || !isText(event.type) || typeof about !== 'object' || about === null) return undefined;
  const { id, object, metadata, payment_intent: intent } = about as Record<string, unknown>;
  const holdId = (metadata as Record<string, unknown> | null | undefined)?.['hold_id'];
  return {
    id: event.id,
    type: event.type,
    holdId: isText(holdId) ? holdId : undefined,
    sessionId: object === 'checkout.session' && isText(id) ? id : undefined,
    intentId: object === 'payment_intent' && isText(id) ? id : isText(intent) ? intent : undefined,
  };
}

/** Ids and names are short; a longer text, or one that cannot be stored, does not come from the provider. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 255 && !value.includes('\0');

type RawEvent = { readonly id?: unknown; readonly type?: unknown; readonly data?: { readonly object?: unknown } };

function parse(body: Buffer): RawEvent | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
