import type Stripe from 'stripe';
import type { StripeConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import type { CardHolds, ProviderAttempt, ProviderCard } from './port.ts';
import { captureBeforeOf, findDispute, pageStateOf, pageUrl } from './stripe-parts.ts';
import { isUnknown, requestStripe } from './stripe-request.ts';

/** A customer has one card, or two while one replaces the other, and a few attempts to charge them. */
const listed = 100;

type Names = Parameters<CardHolds['getCard']>[0];

export async function getCard(
  stripe: StripeConfig,
  { sessionId, customerId }: Names,
): Promise<ProviderCard | undefined> {
  const session = await requestStripe<Stripe.Checkout.Session>(stripe, {
    method: 'GET',
    path: `/checkout/sessions/${encodeURIComponent(sessionId)}`,
    params: { expand: ['setup_intent', 'payment_intent'] },
  }).catch((error: unknown) => {
    if (isUnknown(error)) return undefined;
    throw error;
  });
  if (session === undefined) return undefined;
  const customer = idOf(session.customer) ?? customerId;
  const page = pageStateOf(session);
  return {
    holdId: session.client_reference_id ?? undefined,
    page,
    url: page === 'open' && session.url !== null ? pageUrl(stripe, session.url) : undefined,
    customerId: customer,
    enteredId: enteredOn(session),
    ...(customer === undefined
      ? { attachedIds: [], held: [], charge: undefined, attempted: undefined }
      : await getCustomer(stripe, customer)),
  };
}

/** In an earlier version pages saved a card in setup mode and held nothing. */
function enteredOn({ setup_intent: setup, payment_intent: payment, status }: Stripe.Checkout.Session) {
  if (typeof setup === 'object' && setup?.status === 'succeeded') return idOf(setup.payment_method);
  if (typeof payment === 'object' && payment !== null && status === 'complete') return idOf(payment.payment_method);
  return undefined;
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
    held: intents.data.filter(({ status }) => status === 'requires_capture').map(toMoney),
    charge: paid && (await toCharge(stripe, paid)),
    attempted: toAttempt(intents.data),
  };
}

const toMoney = (intent: Stripe.PaymentIntent): ProviderCard['held'][number] => ({
  intentId: intent.id,
  amountCents: intent.currency === 'usd' ? intent.amount : 0,
  captureBefore: captureBeforeOf(intent.latest_charge),
});

async function toCharge(stripe: StripeConfig, intent: Stripe.PaymentIntent): Promise<ProviderCard['charge']> {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    intentId: intent.id,
    amountCents: intent.currency === 'usd' ? intent.amount_received : 0,
    refundedCents: charge?.amount_refunded ?? 0,
    dispute: charge?.disputed === true ? await findDispute(stripe, intent.id) : undefined,
  };
}

/** Our latest attempt: lists are newest first, and attempts are numbered. Intents from a page have no number. */
function toAttempt(intents: readonly Stripe.PaymentIntent[]): ProviderAttempt | undefined {
  const numbered = intents
    .filter(({ status, metadata }) => !settledStatuses.includes(status) && metadata['attempt'] !== undefined)
    .map((intent) => ({ attempt: Number(intent.metadata['attempt']), outcome: outcomeOf(intent) }))
    .sort((a, b) => b.attempt - a.attempt);
  return numbered[0];
}

/** Money is charged or held, or no longer held. */
const settledStatuses: readonly Stripe.PaymentIntent.Status[] = ['succeeded', 'requires_capture', 'canceled'];

function outcomeOf({ status, last_payment_error: error }: Stripe.PaymentIntent): ProviderAttempt['outcome'] {
  if (status === 'processing') return 'waiting';
  if (status === 'requires_action' || error?.code === 'authentication_required') return 'authentication required';
  return 'declined';
}

export async function createHold(stripe: StripeConfig, request: Parameters<CardHolds['place']>[0]): Promise<void> {
  const { holdId, attempt } = request;
  const params: Stripe.PaymentIntentCreateParams = {
    amount: request.amountCents,
    currency: 'usd',
    customer: request.customerId,
    payment_method: request.methodId,
    allowed_payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    capture_method: 'manual',
    description: request.title,
    metadata: { hold_id: holdId, attempt },
  };
  const path = '/payment_intents';
  await requestStripe(stripe, { method: 'POST', path, params, key: `${holdId}/hold/${attempt}` });
}

/** A card that is already gone counts as success. */
export async function detachCard(stripe: StripeConfig, methodId: string): Promise<void> {
  const path = `/payment_methods/${encodeURIComponent(methodId)}/detach`;
  await requestStripe(stripe, { method: 'POST', path, key: `${methodId}/detach` }).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error;
  });
}
