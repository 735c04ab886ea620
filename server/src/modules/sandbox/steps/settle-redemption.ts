import type { Tx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { lockConsultation, recordParts } from '#modules/consultations';

/** What a sample loss is offered when its notice named no offer, and what a simulated settlement adds. */
const offeredCents = 1_500_000;
const increaseCents = 250_000;

/** The claim behind a test redemption settles: the same that the team records, both figures before tax and fees. */
export async function settleRedemption(tx: Tx, consultationId: string): Promise<void> {
  const locked = await lockConsultation(tx, consultationId);
  const cents = locked.offer.value?.cents ?? locked.offer.stated?.cents ?? offeredCents;
  const value = (amount: number): OfferParts => ({ value: { cents: amount, from: 'staff' } });
  recordParts(tx, locked, { offer: value(cents), settlement: value(cents + increaseCents), retold: 'staff' });
}
