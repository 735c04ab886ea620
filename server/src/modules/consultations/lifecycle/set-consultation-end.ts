import type { Tx } from '#context';
import { updateEnd } from '../store.ts';

/** When these consultations expire unless their customers confirm; undefined when they have. */
export function setConsultationEnd(tx: Tx, ids: readonly string[], endsAt: Date | undefined): void {
  if (ids.length > 0) updateEnd(tx.db, ids, endsAt ?? null);
}
