import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { initialPartnerEventTypes, statementIssued, type EmittedEvent } from '#modules/events';
import { insertDeliveries, type NewDelivery } from './store.ts';

type Forms = { readonly full: boolean };

export function enqueueDeliveries(tx: Tx, events: readonly EmittedEvent[], forms: Forms): void {
  const now = tx.clock.now();
  const deliveries = events.flatMap((event) => toDelivery(event, now, forms));
  if (deliveries.length > 0) insertDeliveries(tx.db, deliveries, now);
}

function toDelivery(event: EmittedEvent, now: Date, forms: Forms): NewDelivery[] {
  const { id, at, type, accountId, thin, audience, livemode } = event;
  if (accountId === null) return [];
  const statement = type === statementIssued;
  return [
    {
      id: newId('dlv', now),
      event_id: id,
      event_at: at,
      event_type: type,
      account_id: accountId,
      audience,
      thin,
      full: (forms.full && event.full()) || null,
      in_full_default: (initialPartnerEventTypes as readonly string[]).includes(type),
      // D-122: sandbox events go to test endpoints and live ones to live endpoints, but a live full-payload endpoint
      // also gets the membership events of the sandbox, and statements are always live.
      to_live: livemode || statement,
      to_test: !livemode && !statement,
      to_live_full: livemode || statement || type.startsWith('plan.'),
    },
  ];
}
