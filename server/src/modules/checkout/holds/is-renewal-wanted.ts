import type { Ctx } from '#context';
import type { MessageSubject } from '#modules/customers';
import { findHold, listHoldsOf } from '../hold-store.ts';
import { findCheckoutOf } from '../store.ts';
import { findEndedView } from '../view-rules.ts';
import { isNothingDue } from './is-nothing-due.ts';

/** A customer is asked for a new hold while none was placed, the checkout is valid, and there is something to pay. */
export async function isRenewalWanted(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const hold = await findHold(ctx.db, subjectId);
  if (hold === undefined) return false;
  const { product, consultationId, checkoutId } = hold;
  const [checkout, holds, nothingDue] = await Promise.all([
    findCheckoutOf(ctx.db, consultationId),
    listHoldsOf(ctx.db, checkoutId),
    isNothingDue(ctx, hold),
  ]);
  if (checkout === undefined || nothingDue) return false;
  return findEndedView({ checkout, holds, product }, ctx.clock.now()) === undefined;
}
