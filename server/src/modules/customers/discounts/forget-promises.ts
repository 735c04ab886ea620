import type { Tx } from '#context';
import { deletePromises } from '../customer-store.ts';
import { promiseName } from './discount-rules.ts';

/** For consultations that are removed with everything about them; what a customer was granted stays. */
export function forgetPromises(tx: Tx, consultationIds: readonly string[]): void {
  deletePromises(
    tx.db,
    consultationIds.flatMap((id) => tx.vault.fingerprints(promiseName(id))),
  );
}
