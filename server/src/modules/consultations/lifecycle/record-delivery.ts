import type { Tx } from '#context';
import { mergeParts, type OfferParts } from '#lib/numbers/offer-parts';
import type { LockedConsultation } from '../facts.ts';
import { toStoredParts } from '../money-rules.ts';
import { updateDelivered } from '../store.ts';

/**
 * Records that the free consultation was given, with what is known of the insurer's first offer. Only the first time
 * counts.
 */
export function recordDelivery(tx: Tx, { id, offer: known }: LockedConsultation, offer: OfferParts = {}): void {
  updateDelivered(tx.db, { id, now: tx.clock.now(), offer: toStoredParts(mergeParts(known, offer)) });
}
