import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { lockConsultation } from '#modules/consultations';
import { transact } from '#platform/db';
import { paymentNotFound } from '../errors.ts';
import { findPayment, updateVoided } from '../payment-store.ts';
import type { PaymentsView } from '../schemas.ts';
import { getPayments } from './get-payments.ts';

/** Takes back a payment that was noted by mistake; the row stays. */
export async function voidPayment(ctx: Ctx, id: string): Promise<PaymentsView> {
  const { staffId } = requireStaff(ctx.actor);
  const payment = await findPayment(ctx.db, id);
  if (payment === undefined) throw paymentNotFound();
  const { consultationId } = payment;
  await transact(ctx, async (tx) => {
    await lockConsultation(tx, consultationId);
    updateVoided(tx.db, id, { by: staffId, now: tx.clock.now() });
  });
  return getPayments(ctx, consultationId);
}
