import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { updateClosed } from '../store.ts';

/**
 * Takes consultations off the board for what became of their source, such as `declined`; closed ones stay unchanged.
 * When a member of the team ended the source, the history of the case names them.
 */
export function closeConsultations(tx: Tx, ids: readonly string[], reason: string): void {
  if (ids.length === 0) return;
  const now = tx.clock.now();
  const by = tx.actor.kind === 'staff' ? tx.actor.staffId : null;
  updateClosed(tx.db, { ids, reason, by, closingIds: ids.map(() => newId('clo', now)) }, now);
}
