import type { Ctx } from '#context';
import type { Db } from '#platform/db';
import { checkoutUrl, type CheckoutLinks, isOpen, noCheckoutLinks, optionsUrl } from './link-rules.ts';
import { listHoldsOf } from '../hold-store.ts';
import { listPaidProducts } from '../payment-store.ts';
import type { Product } from '../rules.ts';
import { findCheckoutOf } from '../store.ts';
import { findEndedView } from '../view-rules.ts';
import { decryptToken } from './decrypt-token.ts';

/** Accepts a Ctx or a Tx. */
export type LinkContext = Pick<Ctx, 'config' | 'clock' | 'vault' | 'cards'> & { readonly db: Db };

/**
 * The links of the receipt (D-037): none without a provider, before delivery or after thirty days; none to what was
 * pre-authorized or paid, none at all after representation was, and none to what is not offered where the claim is.
 */
export async function findCheckoutLinks(ctx: LinkContext, consultationId: string): Promise<CheckoutLinks> {
  const checkout = await findCheckoutOf(ctx.db, consultationId);
  if (checkout === undefined) return noCheckoutLinks;
  const discountUsed = checkout.discountUsedAt !== undefined;
  if (!isOpen(ctx, checkout) || ctx.clock.now() >= checkout.expiresAt) return { ...noCheckoutLinks, discountUsed };
  const [holds, paid] = await Promise.all([listHoldsOf(ctx.db, checkout.id), listPaidProducts(ctx.db, consultationId)]);
  const token = decryptToken(ctx, checkout);
  const url = (product: Product) =>
    findEndedView({ checkout, holds, paid, product, config: ctx.config }, ctx.clock.now()) === undefined
      ? checkoutUrl(ctx.config, token, product)
      : null;
  const [researchUrl, representationUrl] = [url('research'), url('representation')];
  const isOffering = researchUrl !== null || representationUrl !== null;
  return {
    optionsUrl: isOffering ? optionsUrl(ctx.config, token) : null,
    researchUrl,
    representationUrl,
    discountUsed,
  };
}
