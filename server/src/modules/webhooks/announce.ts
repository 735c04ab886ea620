import type { Tx } from '#context';
import { emit, fullDefaultTypes, type EmittedEvent, type NewEvent } from '#modules/events';
import { newId } from '#lib/ids';
import { insertDeliveries, listPayloads, type NewDelivery } from './delivery-store.ts';

/** Logs what happened and owes it to everybody who asked to be told, all in the transaction in which it happened. */
export function announce(tx: Tx, ...events: readonly NewEvent[]): void {
  owe(tx, emit(tx, ...events), { full: true });
}

/**
 * The same for very many events of one account: asks once what its endpoints take, and makes nothing that nobody takes.
 * An endpoint that comes to be meanwhile may be told of what comes after it, as of any event.
 */
export async function openAnnouncer(tx: Tx, accountId: string): Promise<(events: readonly NewEvent[]) => void> {
  const payloads = (await listPayloads(tx.db, accountId)).map(({ payload }) => payload);
  return (events) => {
    const emitted = emit(tx, ...events);
    if (payloads.length > 0) owe(tx, emitted, { full: payloads.includes('full') });
  };
}

type Forms = { readonly full: boolean };

function owe(tx: Tx, events: readonly EmittedEvent[], forms: Forms): void {
  const now = tx.clock.now();
  const told = events.flatMap((event) => toDelivery(event, now, forms));
  if (told.length > 0) insertDeliveries(tx.db, told, now);
}

function toDelivery(event: EmittedEvent, now: Date, forms: Forms): NewDelivery[] {
  const { id, type, accountId, thin, audience, livemode } = event;
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
      full: (forms.full && event.full()) || null,
      in_full_default: fullDefaultTypes.includes(type),
      // Decision 122: sandbox events go to test endpoints and live ones to live endpoints, but a full-payload
      // endpoint that is live also gets the membership events of the sandbox, and statements are always live.
      to_live: livemode || statement,
      to_test: !livemode && !statement,
      to_live_full: livemode || statement || type.startsWith('plan.'),
    },
  ];
}
