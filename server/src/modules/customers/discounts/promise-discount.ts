import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { insertPromise } from '../customer-store.ts';
import { promiseName } from './discount-rules.ts';

/**
 * Keeps what a receipt promises. It belongs to the consultation alone: nobody has proven yet that its contacts are
 * theirs, so it takes nothing from whoever they belong to. Called once, with the consultation.
 */
export function promiseDiscount(tx: Tx, consultationId: string): void {
  const now = tx.clock.now();
  insertPromise(tx.db, {
    contact_hash: tx.vault.fingerprint(promiseName(consultationId)),
    discount_id: newId('dsc', now),
    source: 'agent_intake',
    granted_at: now,
  });
}
