import type { Tx } from '#context';
import { updateEnd } from './store.ts';

/** Until when these cases are open unless their owners say yes; undefined when they have. */
export function setCaseEnd(tx: Tx, ids: readonly string[], endsAt: Date | undefined): void {
  if (ids.length > 0) updateEnd(tx.db, ids, endsAt ?? null);
}
