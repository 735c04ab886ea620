import type { Tx } from '#context';
import { emit, type NewEvent } from '#modules/events';
import { enqueueDeliveries } from './enqueue-deliveries.ts';

/** Logs the events and stores their deliveries, in the transaction of the change. */
export function publishEvent(tx: Tx, ...events: readonly NewEvent[]): void {
  enqueueDeliveries(tx, emit(tx, ...events), { full: true });
}
