import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { decryptToken } from '../links/decrypt-token.ts';
import { findCheckoutLinks } from '../links/find-checkout-links.ts';
import { isDiscountAvailable } from '../links/is-discount-available.ts';
import { optionsUrl } from '../links/link-rules.ts';
import { listPayments, paymentAad, type Payment } from '../payment-store.ts';
import { linkSends, priceOf, prices } from '../rules.ts';
import type { PaymentsView } from '../schemas.ts';
import { findCheckoutOf, type Checkout } from '../store.ts';

/** What a case's owner can pay and by which links, how these were sent, and what was paid otherwise. */
export async function getPayments(ctx: Ctx, consultationId: string): Promise<PaymentsView> {
  requireStaff(ctx.actor);
  const [checkout, links, payments] = await Promise.all([
    findCheckoutOf(ctx.db, consultationId),
    findCheckoutLinks(ctx, consultationId),
    listPayments(ctx.db, consultationId),
  ]);
  return {
    provider_configured: ctx.cards.configured,
    checkout: checkout === undefined ? null : await toCheckoutView(ctx, checkout, links),
    noted: payments.map((payment) => toPaymentView(ctx, payment)),
  };
}

type Links = Awaited<ReturnType<typeof findCheckoutLinks>>;

async function toCheckoutView(
  ctx: Ctx,
  checkout: Checkout,
  links: Links,
): Promise<NonNullable<PaymentsView['checkout']>> {
  const now = ctx.clock.now();
  const { linkSentAt, expiresAt, payer, researchOffered, representationCents } = checkout;
  const offers = links.researchUrl !== null || links.representationUrl !== null;
  const last = linkSentAt.at(-1);
  return {
    payer,
    options_url: offers ? optionsUrl(ctx.config, decryptToken(ctx, checkout)) : null,
    research_url: links.researchUrl,
    representation_url: links.representationUrl,
    research_cents: researchOffered ? prices.researchCents : null,
    representation_cents: priceOf('representation', await isDiscountAvailable(ctx, checkout), representationCents)
      .amountCents,
    expires_at: expiresAt.toISOString(),
    over: now >= expiresAt,
    sent_at: linkSentAt.map((at) => at.toISOString()),
    may_send:
      offers && linkSentAt.length < linkSends.max && (last === undefined || now >= addSeconds(last, linkSends.pauseS)),
  };
}

const toPaymentView = (ctx: Ctx, payment: Payment): PaymentsView['noted'][number] => ({
  id: payment.id,
  product: payment.product,
  amount_cents: payment.amountCents,
  method: payment.method,
  paid_on: payment.paidOn,
  note: payment.encryptedNote === null ? null : ctx.vault.decrypt(payment.encryptedNote, paymentAad(payment.id)),
  noted_by: payment.notedBy,
  noted_at: payment.notedAt.toISOString(),
  voided_by: payment.voidedBy,
  voided_at: payment.voidedAt?.toISOString() ?? null,
});
