import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { notFromProvider } from '../errors.ts';
import { updateCheckSoon } from '../hold-change-store.ts';
import { checkoutMetrics } from '../metrics.ts';
import { updateRefundsSoon } from '../refund-store.ts';
import { insertProviderEvent } from '../store.ts';

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

/** Records that something happened at the provider; a worker then reads what it was. */
export async function recordProviderEvent(
  ctx: Ctx,
  signed: { readonly body: Buffer; readonly signature: string | undefined },
): Promise<void> {
  const { events, anomalies } = ctx.metrics.of(checkoutMetrics);
  const event = ctx.cards.readEvent({ ...signed, now: ctx.clock.now() });
  if (event === undefined) {
    events.inc({ outcome: 'refused' });
    throw notFromProvider();
  }
  if (!relevantTypes.has(event.type)) return events.inc({ outcome: 'ignored' });
  const { isNew, holdId } = await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const hold = await updateCheckSoon(tx.db, event, now);
    if (hold !== undefined && event.type.includes('refund')) updateRefundsSoon(tx.db, hold.id, now);
    const isNew = await insertProviderEvent(tx.db, { id: event.id, type: event.type, holdId: hold?.id, now });
    return { isNew, holdId: hold?.id };
  });
  events.inc({ outcome: isNew ? 'taken' : 'repeated' });
  if (!isNew || event.type !== 'charge.dispute.created') return;
  anomalies.inc({ anomaly: 'disputed' });
  ctx.log.warn({ hold: holdId }, 'checkout.charge-disputed');
}
