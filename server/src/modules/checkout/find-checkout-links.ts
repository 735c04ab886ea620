import type { Ctx } from '#context';
import type { Db } from '#platform/db';
import { checkoutUrl, openToken } from './checkout-link.ts';
import { listHoldsOf } from './hold-store.ts';
import { standsInTheWay, type Product } from './rules.ts';
import { findCheckoutOf } from './store.ts';

export type CheckoutLinks = {
  readonly researchUrl: string | null;
  readonly representationUrl: string | null;
  /** The person's one discount was used here, so that it is this checkout's for good. */
  readonly discountUsed: boolean;
};

/** Before delivery, and wherever there is nothing to pre-authorize. */
export const noCheckoutLinks: CheckoutLinks = { researchUrl: null, representationUrl: null, discountUsed: false };

/** Works inside a transaction and outside of one. */
export type LinkContext = Pick<Ctx, 'config' | 'clock' | 'vault' | 'cards'> & { readonly db: Db };

/**
 * The links that the receipt shows (decision 37): none without a provider, before delivery or after thirty days; none to
 * what was pre-authorized, and none at all after representation was.
 */
export async function findCheckoutLinks(ctx: LinkContext, consultationId: string): Promise<CheckoutLinks> {
  const checkout = await findCheckoutOf(ctx.db, consultationId);
  if (checkout === undefined) return noCheckoutLinks;
  const discountUsed = checkout.discountUsedAt !== undefined;
  if (!ctx.cards.configured || ctx.clock.now() >= checkout.expiresAt) return { ...noCheckoutLinks, discountUsed };
  const holds = await listHoldsOf(ctx.db, checkout.id);
  const token = openToken(ctx, checkout);
  const url = (product: Product) =>
    standsInTheWay(product, holds) === undefined ? checkoutUrl(ctx.config, token, product) : null;
  return { researchUrl: url('research'), representationUrl: url('representation'), discountUsed };
}
