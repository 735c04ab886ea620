import type { Ctx } from '#context';
import type { Db } from '#platform/db';
import { checkoutUrl, type CheckoutLinks, noCheckoutLinks } from './link-rules.ts';
import { listHoldsOf } from '../hold-store.ts';
import { findBlockingProduct, type Product } from '../rules.ts';
import { findCheckoutOf } from '../store.ts';
import { decryptToken } from './decrypt-token.ts';

/** Accepts a Ctx or a Tx. */
type LinkContext = Pick<Ctx, 'config' | 'clock' | 'vault' | 'cards'> & { readonly db: Db };

/**
 * The links of the receipt (D-037): none without a provider, before delivery or after thirty days; none to what was
 * pre-authorized, and none at all after representation was.
 */
export async function findCheckoutLinks(ctx: LinkContext, consultationId: string): Promise<CheckoutLinks> {
  const checkout = await findCheckoutOf(ctx.db, consultationId);
  if (checkout === undefined) return noCheckoutLinks;
  const discountUsed = checkout.discountUsedAt !== undefined;
  if (!ctx.cards.configured || ctx.clock.now() >= checkout.expiresAt) return { ...noCheckoutLinks, discountUsed };
  const holds = await listHoldsOf(ctx.db, checkout.id);
  const token = decryptToken(ctx, checkout);
  const url = (product: Product) =>
    findBlockingProduct(product, holds) === undefined ? checkoutUrl(ctx.config, token, product) : null;
  return { researchUrl: url('research'), representationUrl: url('representation'), discountUsed };
}
