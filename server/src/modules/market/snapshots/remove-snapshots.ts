import type { Tx } from '#context';
import { deleteSnapshots } from './snapshot-store.ts';

/** Of test cases that are removed with everything about them; one that an appraisal rests on stays. */
export function removeSnapshots(tx: Tx, ids: readonly string[]): void {
  if (ids.length > 0) deleteSnapshots(tx.db, ids);
}
