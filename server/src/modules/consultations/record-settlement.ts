import type { Tx } from '#context';
import { updateSettled, type Settlement } from './store.ts';

export type { Settlement } from './store.ts';

/** What the insurer paid in the end. Said again it replaces what was said before. */
export function recordSettlement(tx: Tx, settlement: Settlement): void {
  updateSettled(tx.db, settlement, tx.clock.now());
}
