import type { Tx } from '#context';
import { updateClosed } from '../store.ts';

/** Takes consultations off the board; closed ones stay unchanged. */
export function closeConsultations(tx: Tx, ids: readonly string[]): void {
  if (ids.length > 0) updateClosed(tx.db, ids, tx.clock.now());
}
