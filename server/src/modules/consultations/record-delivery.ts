import type { Tx } from '#context';
import { updateDelivered } from './store.ts';

/** The free consultation was given. The first time counts; the insurer's first offer is kept with it when it is known. */
export function recordDelivery(tx: Tx, id: string, initialOfferCents: number | undefined): void {
  updateDelivered(tx.db, { id, now: tx.clock.now(), initialOfferCents: initialOfferCents ?? null });
}
