import type { Hold } from './hold-store.ts';
import { findBlockingProduct, type Product } from './rules.ts';
import type { Checkout } from './store.ts';

/** What a customer's page shows. */
export type CheckoutView =
  | { readonly kind: 'unknown' | 'over' | 'closed' }
  /** The product is already pre-authorized or settled. */
  | { readonly kind: 'settled'; readonly hold: Hold }
  | {
      readonly kind: 'offer';
      readonly amountCents: number;
      readonly discountCents: number;
      /** For representation: the research that it includes, held or paid before. */
      readonly research: Hold | undefined;
      /** Whether terms were accepted before; with a provider page, a card may have been entered there since. */
      readonly begun: 'no' | 'without page' | 'with page';
    };

type ViewFacts = { readonly checkout: Checkout; readonly holds: readonly Hold[]; readonly product: Product };

/** The view when there is nothing left to accept: it is pre-authorized, or the thirty days are over. */
export function findEndedView({ checkout, holds, product }: ViewFacts, now: Date): CheckoutView | undefined {
  const blocking = findBlockingProduct(product, holds);
  const hold = holds.findLast((one) => one.product === blocking && one.state !== 'expired' && one.state !== 'failed');
  if (hold !== undefined && blocking !== undefined) return { kind: 'settled', hold };
  return now >= checkout.expiresAt ? { kind: 'over' } : undefined;
}

export const findOpenHold = (holds: readonly Hold[], product: Product): Hold | undefined =>
  holds.find((hold) => hold.product === product && hold.state === 'page_open');
