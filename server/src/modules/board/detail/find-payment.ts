import type { Ctx } from '#context';
import { mayOffer, type Service } from '#lib/jurisdictions/may-offer';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { findCheckoutLinks } from '#modules/checkout';
import { hasDiscount } from '#modules/customers';
import type { Payment } from '../price-schemas.ts';
import type { ConsultationDetail } from '../schemas.ts';
import { stateOf, type DetailRow } from '../statement-rules.ts';
import { computePayment } from './compute-payment.ts';

/** What a case costs whom, with the discount if this customer still gets it or this case has used it (D-035). */
export async function findPayment(
  ctx: Ctx,
  row: DetailRow,
  { email, phone }: ConsultationDetail['person'],
): Promise<Payment> {
  const where = { state: stateOf(row), now: ctx.clock.now() };
  const offers = (service: Service) => mayOffer(ctx.config, service, where);
  if (row.intake?.['discount_applied'] !== true) return computePayment(row, { discounted: false, offers });
  const contacts = {
    email: email === null ? undefined : normalizeEmail(email),
    phone: phone === null ? undefined : normalizePhone(phone),
  };
  const [{ discountUsed }, promised] = await Promise.all([
    findCheckoutLinks(ctx, row.id),
    hasDiscount(ctx, { consultationId: row.id, contacts }),
  ]);
  return computePayment(row, { discounted: discountUsed || promised, offers });
}
