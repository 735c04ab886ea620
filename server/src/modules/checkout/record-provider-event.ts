import type { Ctx } from '#context';
import { addDays } from '#lib/dates';
import { transact } from '#platform/db';
import { notFromProvider } from './errors.ts';
import { updateCheckSoon } from './follow-store.ts';
import { deleteProviderEvents, insertProviderEvent } from './store.ts';

/** Events after which a hold is looked at. What they say is not used: they may be late, double or out of order. */
const followed = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
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

/** The provider repeats an event for three days; what it told is remembered for longer than that. */
const keptDays = 30;

/** Takes the provider's word that something happened; what it was is asked for afterwards, by a worker. */
export async function recordProviderEvent(
  ctx: Ctx,
  signed: { readonly body: Buffer; readonly signature: string | undefined },
): Promise<void> {
  const { events, troubles } = ctx.metrics.cards;
  const event = ctx.cards.readEvent({ ...signed, now: ctx.clock.now() });
  if (event === undefined) {
    events.inc({ outcome: 'refused' });
    throw notFromProvider();
  }
  if (!followed.has(event.type)) return events.inc({ outcome: 'ignored' });
  const { isNew, holdId } = await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const hold = await updateCheckSoon(tx.db, event, now);
    const isNew = await insertProviderEvent(tx.db, { id: event.id, type: event.type, holdId: hold?.id, now });
    return { isNew, holdId: hold?.id };
  });
  events.inc({ outcome: isNew ? 'taken' : 'repeated' });
  if (!isNew || event.type !== 'charge.dispute.created') return;
  troubles.inc({ trouble: 'disputed' });
  ctx.log.warn({ hold: holdId }, 'checkout.charge-disputed');
}

export const purgeProviderEvents = (ctx: Ctx, limit: number): Promise<number> =>
  deleteProviderEvents(ctx.db, addDays(ctx.clock.now(), -keptDays), limit);
