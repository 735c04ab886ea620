import type Stripe from 'stripe';
import type { StripeConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { CardHolds, HoldPage, NewCardPage, ProviderAttempt, ProviderCard } from './port.ts';
import { findDispute, pageStateOf, pageUrl, whileTwinRuns } from './stripe-parts.ts';
import { isUnknown, requestStripe } from './stripe-request.ts';

export async function createCardPage(stripe: StripeConfig, page: NewCardPage): Promise<HoldPage> {
  const { holdId, attempt, customerId } = page;
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'setup',
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    ...(customerId === undefined ? { customer_creation: 'always' } : { customer: customerId }),
    client_reference_id: holdId,
    metadata: { hold_id: holdId },
    expires_at: Math.floor(page.expiresAt.getTime() / 1000),
    success_url: page.returnUrl,
    cancel_url: page.returnUrl,
    custom_text: { submit: { message: page.promise } },
    // In this mode the provider sets the card up to be charged while its owner is away; there is no member for it.
    setup_intent_data: { description: page.title, metadata: { hold_id: holdId } },
  };
  const request = { method: 'POST', path: '/checkout/sessions', params, key: `${holdId}/card/${attempt}` } as const;
  const session = await whileTwinRuns(() => requestStripe<Stripe.Checkout.Session>(stripe, request));
  return { sessionId: session.id, url: pageUrl(stripe, session.url) };
}

/** A customer of ours has one card, or two while one replaces the other, and a few attempts to charge them. */
const listed = 100;

type Names = Parameters<CardHolds['getCard']>[0];

export async function getCard(
  stripe: StripeConfig,
  { sessionId, customerId }: Names,
): Promise<ProviderCard | undefined> {
  const session = await requestStripe<Stripe.Checkout.Session>(stripe, {
    method: 'GET',
    path: `/checkout/sessions/${encodeURIComponent(sessionId)}`,
    params: { expand: ['setup_intent'] },
  }).catch((error: unknown) => {
    if (isUnknown(error)) return undefined;
    throw error;
  });
  if (session === undefined) return undefined;
  const setup = typeof session.setup_intent === 'object' ? session.setup_intent : null;
  const customer = idOf(session.customer) ?? customerId;
  const page = pageStateOf(session);
  return {
    holdId: session.client_reference_id ?? undefined,
    page,
    url: page === 'open' && session.url !== null ? pageUrl(stripe, session.url) : undefined,
    customerId: customer,
    enteredId: setup?.status === 'succeeded' ? idOf(setup.payment_method) : undefined,
    ...(customer === undefined
      ? { attachedIds: [], charge: undefined, attempted: undefined }
      : await getCustomer(stripe, customer)),
  };
}

const idOf = (value: string | { readonly id: string } | null): string | undefined =>
  typeof value === 'string' ? value : value?.id;

async function getCustomer(stripe: StripeConfig, customerId: string) {
  const [methods, intents] = await Promise.all([
    requestStripe<Stripe.ApiList<Stripe.PaymentMethod>>(stripe, {
      method: 'GET',
      path: `/customers/${encodeURIComponent(customerId)}/payment_methods`,
      params: { type: 'card', limit: listed } satisfies Stripe.CustomerListPaymentMethodsParams,
    }),
    requestStripe<Stripe.ApiList<Stripe.PaymentIntent>>(stripe, {
      method: 'GET',
      path: '/payment_intents',
      params: {
        customer: customerId,
        limit: listed,
        expand: ['data.latest_charge'],
      } satisfies Stripe.PaymentIntentListParams,
    }),
  ]);
  const paid = intents.data.find(({ status }) => status === 'succeeded');
  return {
    attachedIds: methods.data.map(({ id }) => id),
    charge: paid && (await toCharge(stripe, paid)),
    attempted: toAttempt(intents.data),
  };
}

async function toCharge(stripe: StripeConfig, intent: Stripe.PaymentIntent): Promise<ProviderCard['charge']> {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    intentId: intent.id,
    amountCents: intent.currency === 'usd' ? intent.amount_received : 0,
    refundedCents: charge?.amount_refunded ?? 0,
    dispute: charge?.disputed === true ? await findDispute(stripe, intent.id) : undefined,
  };
}

/** The latest attempt of ours; lists are newest first, and attempts are numbered. */
function toAttempt(intents: readonly Stripe.PaymentIntent[]): ProviderAttempt | undefined {
  const numbered = intents
    .filter(({ status }) => status !== 'succeeded' && status !== 'canceled')
    .map((intent) => ({ attempt: Number(intent.metadata['attempt'] ?? 0), outcome: outcomeOf(intent) }))
    .sort((a, b) => b.attempt - a.attempt);
  return numbered[0];
}

function outcomeOf({ status, last_payment_error: error }: Stripe.PaymentIntent): ProviderAttempt['outcome'] {
  if (status === 'processing' || status === 'requires_capture') return 'waiting';
  if (status === 'requires_action' || error?.code === 'authentication_required') return 'authentication required';
  return 'declined';
}

export async function chargeCard(stripe: StripeConfig, request: Parameters<CardHolds['charge']>[0]): Promise<void> {
  const { holdId, attempt } = request;
  const params: Stripe.PaymentIntentCreateParams = {
    amount: request.amountCents,
    currency: 'usd',
    customer: request.customerId,
    payment_method: request.methodId,
    allowed_payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    description: request.title,
    metadata: { hold_id: holdId, attempt },
  };
  const path = '/payment_intents';
  await requestStripe(stripe, { method: 'POST', path, params, key: `${holdId}/charge/${attempt}` });
}

/** A card that is gone already is what was wanted. */
export async function detachCard(stripe: StripeConfig, methodId: string): Promise<void> {
  const path = `/payment_methods/${encodeURIComponent(methodId)}/detach`;
  await requestStripe(stripe, { method: 'POST', path, key: `${methodId}/detach` }).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error;
  });
}
