import type { Ctx } from '#context';
import { hasDiscount } from '#modules/customers';
import { listHoldsOf, type Hold } from '../hold-store.ts';
import { priceOf, type Product } from '../rules.ts';
import { findCheckoutByToken, type Checkout } from '../store.ts';
import { decryptContacts } from '../links/decrypt-contacts.ts';
import { type CheckoutView, findEndedView, findOpenHold } from '../view-rules.ts';

type CheckoutQuery = { readonly token: string; readonly product: Product };

/** Reading a page changes nothing, since mail programs open links too. */
export async function getCheckoutView(ctx: Ctx, { token, product }: CheckoutQuery): Promise<CheckoutView> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token));
  if (checkout === undefined) return { kind: 'unknown' };
  const holds = await listHoldsOf(ctx.db, checkout.id);
  const ended = findEndedView({ checkout, holds, product }, ctx.clock.now());
  if (ended !== undefined) return ended;
  if (!ctx.cards.configured) return { kind: 'closed' };
  const open = findOpenHold(holds, product);
  if (open !== undefined) {
    const begun = open.sessionId === undefined ? 'without page' : 'with page';
    const { amountCents, discountCents } = open;
    return { kind: 'offer', amountCents, discountCents, research: findIncluded(holds, product), begun };
  }
  const discounted = checkout.discountUsedAt !== undefined || (await isDiscountAvailable(ctx, checkout));
  return { kind: 'offer', ...priceOf(product, discounted), research: findIncluded(holds, product), begun: 'no' };
}

const findIncluded = (holds: readonly Hold[], product: Product): Hold | undefined =>
  product === 'research'
    ? undefined
    : holds.find((one) => one.product === 'research' && (one.state === 'held' || one.state === 'captured'));

const isDiscountAvailable = async (ctx: Ctx, checkout: Checkout): Promise<boolean> =>
  checkout.discountPromised &&
  hasDiscount(ctx, { consultationId: checkout.consultationId, contacts: decryptContacts(ctx, checkout) });
