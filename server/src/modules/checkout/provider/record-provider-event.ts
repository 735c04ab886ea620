import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { notFromProvider } from '../errors.ts';
import { checkoutMetrics } from '../metrics.ts';
import { isRelevant } from './event-rules.ts';
import { recordCardEvent } from './record-card-event.ts';

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
  if (!isRelevant(event)) return events.inc({ outcome: 'ignored' });
  const { isNew, holdId } = await transact(ctx, (tx) => recordCardEvent(tx, event));
  events.inc({ outcome: isNew ? 'taken' : 'repeated' });
  if (!isNew || event.type !== 'charge.dispute.created') return;
  anomalies.inc({ anomaly: 'disputed' });
  ctx.log.warn({ hold: holdId }, 'checkout.charge-disputed');
}
