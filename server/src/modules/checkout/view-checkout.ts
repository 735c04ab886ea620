import type { Ctx } from '#context';
import { hasDiscount } from '#modules/customers';
import { openContacts } from './checkout-link.ts';
import { listHoldsOf, type Hold } from './hold-store.ts';
import { priceOf, standsInTheWay, type Product } from './rules.ts';
import { findCheckoutByToken, type Checkout } from './store.ts';

/** What a customer's page shows. */
export type CheckoutView =
  | { readonly kind: 'unknown' | 'over' | 'closed' }
  /** Something was pre-authorized already; which, and how it stands. */
  | { readonly kind: 'settled'; readonly hold: Hold }
  | {
      readonly kind: 'offer';
      readonly amountCents: number;
      readonly discountCents: number;
      /** For representation: the research that it includes, held or paid before. */
      readonly research: Hold | undefined;
      /** Terms were accepted before; with the provider's page, a card may have been entered there since. */
      readonly begun: 'no' | 'without page' | 'with page';
    };

export type CheckoutPlace = { readonly token: string; readonly product: Product };

/** Looking changes nothing. */
export async function viewCheckout(ctx: Ctx, { token, product }: CheckoutPlace): Promise<CheckoutView> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token));
  if (checkout === undefined) return { kind: 'unknown' };
  const holds = await listHoldsOf(ctx.db, checkout.id);
  const ended = findEnded({ checkout, holds, product }, ctx.clock.now());
  if (ended !== undefined) return ended;
  if (!ctx.cards.configured) return { kind: 'closed' };
  const open = findOpen(holds, product);
  if (open !== undefined) {
    const begun = open.sessionId === undefined ? 'without page' : 'with page';
    const { amountCents, discountCents } = open;
    return { kind: 'offer', amountCents, discountCents, research: findIncluded(holds, product), begun };
  }
  const discounted = checkout.discountUsedAt !== undefined || (await mayDiscount(ctx, checkout));
  return { kind: 'offer', ...priceOf(product, discounted), research: findIncluded(holds, product), begun: 'no' };
}

const findIncluded = (holds: readonly Hold[], product: Product): Hold | undefined =>
  product === 'research'
    ? undefined
    : holds.find((one) => one.product === 'research' && (one.state === 'held' || one.state === 'captured'));

const mayDiscount = async (ctx: Ctx, checkout: Checkout): Promise<boolean> =>
  checkout.discountPromised && hasDiscount(ctx, openContacts(ctx, checkout));

type Found = { readonly checkout: Checkout; readonly holds: readonly Hold[]; readonly product: Product };

/** Whether there is nothing to accept any more: it is pre-authorized, or the thirty days are over. */
export function findEnded({ checkout, holds, product }: Found, now: Date): CheckoutView | undefined {
  const blocking = standsInTheWay(product, holds);
  const hold = holds.findLast((one) => one.product === blocking && one.state !== 'expired' && one.state !== 'failed');
  if (hold !== undefined && blocking !== undefined) return { kind: 'settled', hold };
  return now >= checkout.expiresAt ? { kind: 'over' } : undefined;
}

export const findOpen = (holds: readonly Hold[], product: Product): Hold | undefined =>
  holds.find((hold) => hold.product === product && hold.state === 'page_open');
