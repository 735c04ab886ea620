import type { Tx } from '#context';
import { findZip } from '#modules/market';
import { consultationNotReady, type ReadyForDelivery } from '#modules/checkout';
import { computeFacts, tracePartsOfOffer } from '../facts.ts';
import { lockIntake } from '../store.ts';

/** Only an active consultation can be delivered; the checkout is created from what this returns. */
export async function prepareDelivery(tx: Tx, intakeId: string): Promise<ReadyForDelivery> {
  const stored = await lockIntake(tx.db, intakeId, tx.clock.now());
  if (stored?.intake.status !== 'consultation_active') throw consultationNotReady();
  const { email, phone, test, discountApplied, request, lookedUp: facts } = stored.intake;
  const { lossState, zip } = computeFacts(request, facts);
  const state = lossState?.toUpperCase() ?? (zip === undefined ? undefined : findZip(zip)?.state);
  return { contacts: { email, phone, test }, discountApplied, offer: tracePartsOfOffer(request, facts), state };
}
