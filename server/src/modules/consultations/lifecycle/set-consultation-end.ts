import type { Tx } from '#context';
import { assignUnowned } from '../assignees/assign-unowned.ts';
import { updateEnd } from '../store.ts';

/**
 * When these consultations expire unless their customers confirm; undefined when they have. The staff member who heard
 * the yes, or begins the work, has them from then on.
 */
export async function setConsultationEnd(tx: Tx, ids: readonly string[], endsAt: Date | undefined): Promise<void> {
  if (ids.length === 0) return;
  if (endsAt === undefined) await assignUnowned(tx, ids);
  updateEnd(tx.db, ids, endsAt ?? null);
}
