import type { Tx } from '#context';
import { updateProven } from '../store.ts';

/** The customer's contact is proven; only the first time counts. */
export function markProven(tx: Tx, ids: readonly string[]): void {
  if (ids.length > 0) updateProven(tx.db, ids, tx.clock.now());
}
