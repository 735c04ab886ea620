import type { Tx } from '#context';
import { emit, fullDefaultTypes, type EmittedEvent, type NewEvent } from '#modules/events';
import { newId } from '#lib/ids';
import { insertDeliveries, type NewDelivery } from './delivery-store.ts';

/** Logs what happened and owes it to everybody who asked to be told, all in the transaction in which it happened. */
export function announce(tx: Tx, ...events: readonly NewEvent[]): void {
  const now = tx.clock.now();
  const told = emit(tx, ...events).flatMap((event) => toDelivery(event, now));
  if (told.length > 0) insertDeliveries(tx.db, told, now);
}

function toDelivery(event: EmittedEvent, now: Date): NewDelivery[] {
  const { id, type, accountId, thin, full, audience, livemode } = event;
  if (accountId === null) return [];
  const statement = type === 'plan.statement.issued';
  return [
    {
      id: newId('dlv', now),
      event_id: id,
      event_type: type,
      account_id: accountId,
      audience,
      thin,
      full: full ?? null,
      in_full_default: fullDefaultTypes.includes(type),
      // Decision 122: sandbox events go to test endpoints and live ones to live endpoints, but a full-payload
      // endpoint that is live also gets the membership events of the sandbox, and statements are always live.
      to_live: livemode || statement,
      to_test: !livemode && !statement,
      to_live_full: livemode || statement || type.startsWith('plan.'),
    },
  ];
}
