import type { Ctx } from '#context';
import { getConsultation } from '#modules/consultations';
import type { Hold } from '../hold-store.ts';
import { isImprovementTooSmall } from '../rules.ts';

/** Whether the consultation is settled without a fee, so that a hold would serve no purpose. */
export async function isNothingDue(ctx: Ctx, { product, consultationId }: Hold): Promise<boolean> {
  if (product !== 'representation') return false;
  const { initial_offer_cents: offer, settlement_cents: settlement } = await getConsultation(ctx, consultationId);
  return isImprovementTooSmall({
    product,
    initialOfferCents: offer ?? undefined,
    settlementCents: settlement ?? undefined,
  });
}
