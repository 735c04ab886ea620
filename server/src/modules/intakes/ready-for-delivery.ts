import type { Tx } from '#context';
import { consultationNotReady, type ReadyForDelivery } from '#modules/checkout';
import { computeFacts } from './facts.ts';
import { lockIntake } from './store.ts';

/** Only an active consultation can have been given; the customer's checkout is opened with what this says. */
export async function readyForDelivery(tx: Tx, intakeId: string): Promise<ReadyForDelivery> {
  const found = await lockIntake(tx.db, intakeId, tx.clock.now());
  if (found?.intake.status !== 'consultation_active') throw consultationNotReady();
  const { email, phone, discountApplied, request, found: facts } = found.intake;
  return { contacts: { email, phone }, discountApplied, initialOfferCents: computeFacts(request, facts).offerCents };
}
