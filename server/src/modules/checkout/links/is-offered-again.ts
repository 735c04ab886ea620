import type { Ctx } from '#context';
import { listHoldsOf, type Hold } from '../hold-store.ts';
import { listPaidProducts } from '../payment-store.ts';
import { findCheckoutOf } from '../store.ts';
import { findEndedView } from '../view-rules.ts';
import { isOpen } from './link-rules.ts';

/** Whether whoever opens the link to the checkout of a hold could still accept its product there. */
export async function isOfferedAgain(ctx: Ctx, hold: Hold | undefined): Promise<boolean> {
  if (hold === undefined || !isOpen(ctx, hold)) return false;
  const { consultationId, checkoutId, product } = hold;
  const [checkout, holds, paid] = await Promise.all([
    findCheckoutOf(ctx.db, consultationId),
    listHoldsOf(ctx.db, checkoutId),
    listPaidProducts(ctx.db, consultationId),
  ]);
  if (checkout === undefined) return false;
  return findEndedView({ checkout, holds, paid, product, config: ctx.config }, ctx.clock.now()) === undefined;
}
