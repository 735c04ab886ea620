import type { Tx } from '#context';
import { updateDelivered } from '../store.ts';

/**
 * Records that the free consultation was given, with the insurer's first offer when it is known. Only the first time
 * counts.
 */
export function recordDelivery(tx: Tx, id: string, initialOfferCents: number | undefined): void {
  updateDelivered(tx.db, { id, now: tx.clock.now(), initialOfferCents: initialOfferCents ?? null });
}
