/** Events that make a hold due. Their content is not used, since they may be late, duplicate or out of order. */
const relevantTypes = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'charge.captured',
  'charge.expired',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]);

export const isRelevant = ({ type }: { readonly type: string }): boolean => relevantTypes.has(type);
