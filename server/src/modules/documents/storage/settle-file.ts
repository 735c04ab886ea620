import type { Tx } from '#context';
import { removeFile, updateFileStays, updateReviewed } from './document-store.ts';

/** Stores for good, removes, or looks again later; the object itself is removed by the sweep of orphans. */
export function settleFile(tx: Tx, id: string, verdict: 'stays' | 'waits' | 'goes'): void {
  const now = tx.clock.now();
  if (verdict === 'stays') updateFileStays(tx.db, id);
  else if (verdict === 'waits') updateReviewed(tx.db, id, now);
  else removeFile(tx.db, id, now);
}
