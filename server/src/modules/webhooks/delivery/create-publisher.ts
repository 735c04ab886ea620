import type { Tx } from '#context';
import { emit, type NewEvent } from '#modules/events';
import { listPayloads } from './store.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';

/**
 * Publishes very many events of one account: reads once which payloads its endpoints take, and makes only those. An
 * endpoint that is created meanwhile may get none of these events.
 */
export async function createPublisher(tx: Tx, accountId: string): Promise<(events: readonly NewEvent[]) => void> {
  const payloads = (await listPayloads(tx.db, accountId)).map(({ payload }) => payload);
  return (events) => {
    const emitted = emit(tx, ...events);
    if (payloads.length > 0) enqueueDeliveries(tx, emitted, { full: payloads.includes('full') });
  };
}
