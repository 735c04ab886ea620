import type { Tx } from '#context';
import { updateRequestedAction } from '../hold-change-store.ts';
import { listHoldsOfConsultation, lockHold } from '../hold-store.ts';
import { listPaidProducts } from '../payment-store.ts';
import { decideMoney } from '../rules.ts';
import { lockCheckoutOf, updateEnded } from '../store.ts';
import { standingStates } from '../transitions.ts';

/**
 * Locks the checkout of a case that is to be closed, so that nobody accepts terms meanwhile; asked later, it says what is
 * open, and ends the checkout or resumes it.
 */
export async function lockPayments(tx: Tx, consultationId: string) {
  await lockCheckoutOf(tx.db, consultationId);
  return {
    async read() {
      const [holds, paid] = await Promise.all([
        listHoldsOfConsultation(tx.db, consultationId),
        listPaidProducts(tx.db, consultationId),
      ]);
      return decideMoney(holds, paid);
    },
    release: (by: string): Promise<void> => requestReleases(tx, consultationId, by),
    end: (): void => updateEnded(tx.db, [consultationId], tx.clock.now()),
    resume: (): void => updateEnded(tx.db, [consultationId], null),
  };
}

/**
 * Requests that every hold that stands is released and every saved card removed; the reconciling worker calls the
 * provider. What was requested before stays requested. The calling verb holds the lock of the consultation.
 */
async function requestReleases(tx: Tx, consultationId: string, by: string): Promise<void> {
  const now = tx.clock.now();
  for (const { id } of await listHoldsOfConsultation(tx.db, consultationId)) {
    const hold = await lockHold(tx.db, id);
    if (hold === undefined || !standingStates.includes(hold.state) || hold.requestedAction !== null) continue;
    updateRequestedAction(tx.db, { id, action: 'release', cents: null, by, now, checkAt: now });
  }
}
