import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { insertDiscount } from '../customer-store.ts';
import { promiseName } from './discount-rules.ts';

/**
 * Keeps what a receipt promises. It belongs to the consultation alone: nobody has proven yet that its contacts are
 * theirs, so it takes nothing from whoever they belong to.
 */
export function promiseDiscount(tx: Tx, consultationId: string): void {
  const now = tx.clock.now();
  insertDiscount(tx.db, {
    hashes: [tx.vault.fingerprint(promiseName(consultationId))],
    customerHashes: tx.vault.fingerprints(promiseName(consultationId)),
    id: newId('dsc', now),
    source: 'agent_intake',
    grantedAt: now,
  });
}
