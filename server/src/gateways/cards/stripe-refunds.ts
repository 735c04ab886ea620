import type Stripe from 'stripe';
import type { StripeConfig } from '#platform/config';
import type { CardHolds, ProviderRefund } from './port.ts';
import { requestStripe } from './stripe-request.ts';

export async function createRefund(stripe: StripeConfig, request: Parameters<CardHolds['refund']>[0]): Promise<void> {
  const { refundId, attempt, intentId, amountCents } = request;
  const params: Stripe.RefundCreateParams = {
    payment_intent: intentId,
    amount: amountCents,
    reason: 'requested_by_customer',
    metadata: { refund_id: refundId },
  };
  await requestStripe(stripe, { method: 'POST', path: '/refunds', params, key: `${refundId}/refund/${attempt}` });
}

/** A charge has a few refunds at most. */
const listed = 100;

type Names = Parameters<CardHolds['findRefund']>[0];

/** Found by our own id: the provider forgets idempotency keys after a day, but never this id. */
export async function findRefund(stripe: StripeConfig, names: Names): Promise<ProviderRefund | undefined> {
  const params: Stripe.RefundListParams = { payment_intent: names.intentId, limit: listed };
  const list = await requestStripe<Stripe.ApiList<Stripe.Refund>>(stripe, { method: 'GET', path: '/refunds', params });
  const refund = list.data.find(({ metadata }) => metadata?.['refund_id'] === names.refundId);
  if (refund === undefined) return undefined;
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return { id: refund.id, state: failed ? 'failed' : 'done' };
}
