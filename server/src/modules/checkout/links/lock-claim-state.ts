import type { Tx } from '#context';
import { lockCheckoutOf, updateClaimState } from '../store.ts';

/**
 * Locks the checkout of a case whose facts change, which comes before everything else of it (0024), and returns how it
 * follows where the claim is: what may be offered depends on that.
 */
export async function lockClaimState(tx: Tx, consultationId: string): Promise<(state: string | undefined) => void> {
  const checkout = await lockCheckoutOf(tx.db, consultationId);
  return (state) => {
    if (checkout !== undefined && checkout.state !== state) updateClaimState(tx.db, checkout.id, state);
  };
}
