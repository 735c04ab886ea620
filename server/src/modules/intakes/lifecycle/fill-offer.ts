import type { Tx } from '#context';
import { lockConsultation, recordParts } from '#modules/consultations';
import type { LookedUp } from '#modules/facts';
import { tracePartsOfOffer } from '../facts.ts';
import type { Intake } from '../store.ts';

/**
 * What a report says of the first offer. After delivery it counts only where nobody knew the value: a later valuation
 * of the insurer must not take the place of the first.
 */
export async function fillOffer(tx: Tx, { consultationId, request }: Intake, lookedUp: LookedUp): Promise<void> {
  if (consultationId === undefined || lookedUp.report === undefined) return;
  const locked = await lockConsultation(tx, consultationId);
  if (locked.deliveredAt !== undefined && locked.offer.value !== undefined) return;
  recordParts(tx, locked, { offer: tracePartsOfOffer(request, lookedUp), retold: 'report' });
}
