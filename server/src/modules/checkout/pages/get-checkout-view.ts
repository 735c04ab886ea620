import type { Ctx } from '#context';
import { getConsultation } from '#modules/consultations';
import { listHoldsOf, type Hold } from '../hold-store.ts';
import { findPaidCents, listPaidProducts } from '../payment-store.ts';
import { mayWithdraw } from '../card-rules.ts';
import { kindOf, priceOf, type Product } from '../rules.ts';
import { type Checkout, findCheckoutByToken } from '../store.ts';
import { isOpen } from '../links/link-rules.ts';
import { isDiscountAvailable } from '../links/is-discount-available.ts';
import { type CheckoutView, findEndedView, findOpenHold } from '../view-rules.ts';

type CheckoutQuery = { readonly token: string; readonly product: Product };

/** Reading a page changes nothing, since mail programs open links too. */
export async function getCheckoutView(ctx: Ctx, { token, product }: CheckoutQuery): Promise<CheckoutView> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token, 'token'));
  if (checkout === undefined) return { kind: 'unknown' };
  const [holds, paid] = await Promise.all([
    listHoldsOf(ctx.db, checkout.id),
    listPaidProducts(ctx.db, checkout.consultationId),
  ]);
  const ended = findEndedView({ checkout, holds, paid, product, config: ctx.config }, ctx.clock.now());
  const testCard = checkout.test || ctx.cards.isTest;
  if (ended?.kind === 'settled') return { ...ended, testCard, withdrawable: await isWithdrawable(ctx, ended.hold) };
  if (ended?.kind === 'over') return { ...ended, caseClosed: await isCaseClosed(ctx, checkout) };
  if (ended !== undefined) return ended;
  if (!isOpen(ctx, checkout)) return { kind: 'closed' };
  const research = findIncluded(holds, product);
  const researchPaidCents =
    product === 'research' ? 0 : await findPaidCents(ctx.db, checkout.consultationId, 'research');
  const included = { research, researchPaidCents, testCard };
  const withdrawnAt = holds.findLast((one) => one.product === product && one.state === 'withdrawn')?.endedAt;
  const open = findOpenHold(holds, product);
  const { payer, representationCents } = checkout;
  if (open !== undefined) {
    const begun = open.sessionId === undefined ? 'without page' : 'with page';
    const { amountCents, discountCents, kind: payment } = open;
    return { kind: 'offer', amountCents, discountCents, payer, ...included, begun, payment, withdrawnAt };
  }
  const discounted = await isDiscountAvailable(ctx, checkout);
  const price = priceOf(product, discounted, representationCents);
  return { kind: 'offer', ...price, payer, ...included, begun: 'no', payment: kindOf(product), withdrawnAt };
}

const isCaseClosed = async (ctx: Ctx, { consultationId }: Checkout): Promise<boolean> =>
  (await getConsultation(ctx, consultationId)).closed_at !== null;

async function isWithdrawable(ctx: Ctx, hold: Hold): Promise<boolean> {
  if (hold.kind !== 'card') return false;
  const { settled_at: settledAt } = await getConsultation(ctx, hold.consultationId);
  return mayWithdraw(hold, { settled: settledAt !== null });
}

const findIncluded = (holds: readonly Hold[], product: Product): Hold | undefined =>
  product === 'research'
    ? undefined
    : holds.find((one) => one.product === 'research' && (one.state === 'held' || one.state === 'captured'));
