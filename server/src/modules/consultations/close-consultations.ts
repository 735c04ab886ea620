import type { Tx } from '#context';
import { updateClosed } from './store.ts';

/** Takes cases off the board; one that is closed already stays as it was. */
export function closeConsultations(tx: Tx, ids: readonly string[]): void {
  if (ids.length > 0) updateClosed(tx.db, ids, tx.clock.now());
}
