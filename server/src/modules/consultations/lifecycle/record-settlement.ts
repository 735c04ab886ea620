import type { Tx } from '#context';
import { updateSettled, type Settlement } from '../store.ts';

/** Records what the insurer finally paid; a later call replaces the amount. */
export function recordSettlement(tx: Tx, settlement: Settlement): void {
  updateSettled(tx.db, settlement, tx.clock.now());
}
