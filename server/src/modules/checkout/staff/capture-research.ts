import type { Tx } from '#context';
import { updateRequestedAction } from '../hold-change-store.ts';
import { lockHold } from '../hold-store.ts';
import type { ResearchPayment } from '../research-rules.ts';
import { findResearchPayment } from './find-research-payment.ts';

type CaptureResearch = { readonly consultationId: string; readonly by: string };

/**
 * Requests the capture of a research hold that stands, in the transaction of what delivers the research; the reconciling
 * worker calls the provider. Requested before, it is not requested again. The calling verb holds the lock of the
 * consultation, which comes before that of a hold.
 */
export async function captureResearch(tx: Tx, { consultationId, by }: CaptureResearch): Promise<ResearchPayment> {
  const unlocked = await findResearchPayment(tx, consultationId);
  if (unlocked.kind !== 'held') return unlocked;
  await lockHold(tx.db, unlocked.holdId);
  // Read again under the lock: the provider may have ended it, or somebody released it.
  const payment = await findResearchPayment(tx, consultationId);
  if (payment.kind !== 'held' || payment.holdId !== unlocked.holdId) return payment;
  const now = tx.clock.now();
  updateRequestedAction(tx.db, { id: payment.holdId, action: 'capture', cents: payment.cents, by, now, checkAt: now });
  return payment;
}
