import type { Tx } from '#context';
import { updateEnded } from '../store.ts';

/** The cases of these checkouts are closed, so nothing new can be accepted. */
export function endCheckouts(tx: Tx, consultationIds: readonly string[]): void {
  if (consultationIds.length > 0) updateEnded(tx.db, consultationIds, tx.clock.now());
}
