import type { Ctx } from '#context';
import { getConsultation } from '#modules/consultations';
import type { MessageSubject } from '#modules/customers';
import { findHold, listHoldsOf, type Hold } from './hold-store.ts';
import { isNothingOwed } from './rules.ts';
import { findCheckoutOf } from './store.ts';
import { findEnded } from './view-checkout.ts';

/** A customer is asked for a new hold as long as none was placed, its page works, and there is something to pay. */
export async function isRenewalWanted(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const hold = await findHold(ctx.db, subjectId);
  if (hold === undefined) return false;
  const { product, consultationId, checkoutId } = hold;
  const [checkout, holds, nothingOwed] = await Promise.all([
    findCheckoutOf(ctx.db, consultationId),
    listHoldsOf(ctx.db, checkoutId),
    findNothingOwed(ctx, hold),
  ]);
  if (checkout === undefined || nothingOwed) return false;
  return findEnded({ checkout, holds, product }, ctx.clock.now()) === undefined;
}

/** Whether the case is settled and the customer would hold a card for nothing. */
export async function findNothingOwed(ctx: Ctx, { product, consultationId }: Hold): Promise<boolean> {
  if (product !== 'representation') return false;
  const { initial_offer_cents: offer, settlement_cents: settlement } = await getConsultation(ctx, consultationId);
  return isNothingOwed({ product, initialOfferCents: offer ?? undefined, settlementCents: settlement ?? undefined });
}
