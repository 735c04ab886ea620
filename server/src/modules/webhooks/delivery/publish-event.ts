import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { computeEventSetValues, emit, type EmittedEvent } from '../events/events.ts';
import { initialPartnerEventTypes, statementIssued, type EventSetHead, type NewEvent } from '../events/rules.ts';
import { insertDeliveries, listPayloads, type EventSet, type NewDelivery } from './store.ts';

/** Logs the events and stores their deliveries, in the transaction of the change. */
export function publishEvent(tx: Tx, ...events: readonly NewEvent[]): void {
  enqueueDeliveries(tx, emit(tx, ...events), { full: true });
}

/**
 * Publishes a very large number of events of one account: reads once which payloads its endpoints take, and creates
 * only those. An endpoint created in the meantime may get none of these events.
 */
export async function createPublisher(tx: Tx, accountId: string): Promise<(events: readonly NewEvent[]) => void> {
  const payloads = (await listPayloads(tx.db, accountId)).map(({ payload }) => payload);
  return (events) => {
    const emitted = emit(tx, ...events);
    if (payloads.length > 0) enqueueDeliveries(tx, emitted, { full: payloads.includes('full') });
  };
}

/** Rows of a set whose number is greater than `after` and at most `upTo`. */
type SetPage = { readonly after: number; readonly upTo: number };

type PublishSet = EventSetHead & { readonly set: EventSet; readonly page: SetPage };

/**
 * Publishes one page of an event set in one statement; the database writes their texts. For accounts without an
 * endpoint that takes full payloads (`hasFullEndpoint`).
 */
export async function publishSet(tx: Tx, { set, page, ...head }: PublishSet): Promise<void> {
  await tx.db.many(set(...computeEventSetValues(tx, head), page.after, page.upTo));
}

type Forms = { readonly full: boolean };

function enqueueDeliveries(tx: Tx, events: readonly EmittedEvent[], forms: Forms): void {
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
