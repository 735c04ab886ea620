import type { Tx } from '#context';
import { updateLinksSince } from './store.ts';

/** Links to the customer's page that were made before that second have ended. */
export function renewLinks(tx: Tx, consultationId: string, since: Date): void {
  updateLinksSince(tx.db, consultationId, since);
}
