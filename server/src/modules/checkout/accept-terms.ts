import type { Ctx, Tx } from '#context';
import { newId } from '#lib/ids';
import { consumeDiscount, hasDiscount } from '#modules/customers';
import { transact } from '#platform/db';
import { openContacts } from './checkout-link.ts';
import { failHold } from './fail-hold.ts';
import { insertHold, listHoldsOf, lockHold, updateAcceptance, type Acceptance, type Hold } from './hold-store.ts';
import { openHoldPage } from './open-hold-page.ts';
import { canMove, isUnmade, nextCheck, priceOf, type Product } from './rules.ts';
import { findCheckoutByToken, lockCheckout, updateDiscountUsed, type Checkout } from './store.ts';
import { termsVersion } from './terms.ts';
import { findEnded, findOpen, type CheckoutView } from './view-checkout.ts';

export type AcceptTerms = {
  readonly token: string;
  readonly product: Product;
  /** What the page showed; what it says now may be something else. */
  readonly shown: { readonly priceCents: number | undefined; readonly termsVersion: string | undefined };
  readonly address: string;
  readonly userAgent: string;
};

export type Accepted =
  | { readonly kind: 'page'; readonly url: string }
  /** The provider does not answer; the acceptance stands and can be gone on with. */
  | { readonly kind: 'unavailable' }
  /** What was accepted is not what the page says now. */
  | { readonly kind: 'changed' }
  | CheckoutView;

/**
 * The customer accepted the terms: it is written down with the hold that begins, the discount is used with it, and the
 * customer goes on to the provider's page. Pressed again it leads to the same page.
 */
export async function acceptTerms(ctx: Ctx, input: AcceptTerms): Promise<Accepted> {
  const found = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(input.token));
  if (found === undefined) return { kind: 'unknown' };
  if (!ctx.cards.configured) return { kind: 'closed' };
  // Twice, because the page that was begun before may turn out to have ended.
  for (let round = 1; round <= 2; round += 1) {
    const begun = await transact(ctx, (tx) => beginHold(tx, found, input));
    if ('kind' in begun) return begun;
    const opened = await openHoldPage(ctx, begun.holdId);
    if (opened.kind !== 'ended') return opened;
  }
  return { kind: 'unavailable' };
}

type Begun = { readonly holdId: string } | { readonly kind: 'changed' } | CheckoutView;

async function beginHold(tx: Tx, { id }: Checkout, input: AcceptTerms): Promise<Begun> {
  const checkout = await lockCheckout(tx.db, id);
  if (checkout === undefined) return { kind: 'unknown' };
  const now = tx.clock.now();
  const holds = await listHoldsOf(tx.db, id);
  const ended = findEnded({ checkout, holds, product: input.product }, now);
  if (ended !== undefined) return ended;
  const open = findOpen(holds, input.product);
  if (open !== undefined && !(await giveUp(tx, open))) return goOn(tx, open, input);
  return insertAccepted(tx, checkout, input);
}

/** Ends a hold whose page was never made. Another process may be noting that page now, so it is looked at under its lock. */
async function giveUp(tx: Tx, open: Hold): Promise<boolean> {
  if (open.sessionId !== undefined || !isUnmade(open, tx.clock.now())) return false;
  const hold = await lockHold(tx.db, open.id);
  if (hold === undefined || hold.sessionId !== undefined) return false;
  if (canMove(hold.state, 'failed')) failHold(tx, open.id, 'page not made');
  return true;
}

/** The hold that was begun is gone on with as it is: at its own price, under its own terms or those in force now. */
function goOn(tx: Tx, open: Hold, input: AcceptTerms): Begun {
  const { priceCents = open.amountCents, termsVersion: shown = open.acceptance.terms_version } = input.shown;
  if (priceCents !== open.amountCents) return { kind: 'changed' };
  if (shown === open.acceptance.terms_version) return { holdId: open.id };
  if (shown !== termsVersion) return { kind: 'changed' };
  updateAcceptance(tx.db, open.id, { ...acceptanceOf(tx, input, priceCents), replaces: open.acceptance });
  return { holdId: open.id };
}

const acceptanceOf = (tx: Tx, { address, userAgent }: AcceptTerms, priceCents: number): Acceptance => ({
  at: tx.clock.now().toISOString(),
  ip: address,
  user_agent: userAgent.slice(0, userAgentLength),
  terms_version: termsVersion,
  price_cents: priceCents,
});

async function insertAccepted(tx: Tx, checkout: Checkout, input: AcceptTerms): Promise<Begun> {
  const { product, shown } = input;
  const now = tx.clock.now();
  if (shown.termsVersion !== undefined && shown.termsVersion !== termsVersion) return { kind: 'changed' };
  const discounted = await takeDiscount(tx, checkout, input);
  if (discounted === undefined) return { kind: 'changed' };
  const { amountCents, discountCents } = priceOf(product, discounted);
  const holdId = newId('hld', now);
  insertHold(tx.db, {
    id: holdId,
    checkout_id: checkout.id,
    product,
    state: 'page_open',
    amount_cents: amountCents,
    discount_cents: discountCents,
    acceptance: acceptanceOf(tx, input, amountCents),
    created_at: now,
    check_at: nextCheck({ state: 'page_open', wish: null, captureBefore: undefined }, now),
  });
  return { holdId };
}

/**
 * Whether the price is the discounted one, used up if it is; undefined when the customer saw another price. Whose
 * discount a checkout has used keeps it: a page that was left is accepted anew at the same price.
 */
async function takeDiscount(tx: Tx, checkout: Checkout, { product, shown }: AcceptTerms): Promise<boolean | undefined> {
  const sawOther = (discounted: boolean) =>
    shown.priceCents !== undefined && shown.priceCents !== priceOf(product, discounted).amountCents;
  if (product === 'research') return sawOther(false) ? undefined : false;
  if (checkout.discountUsedAt !== undefined) return sawOther(true) ? undefined : true;
  if (!checkout.discountPromised) return sawOther(false) ? undefined : false;
  const contacts = openContacts(tx, checkout);
  // Nobody pays more than they would have to because an old page showed it.
  if (sawOther(true)) return sawOther(false) || (await hasDiscount(tx, contacts)) ? undefined : false;
  const had = await consumeDiscount(tx, contacts);
  if (!had) return sawOther(false) ? undefined : false;
  updateDiscountUsed(tx.db, checkout.id, tx.clock.now());
  return true;
}

/** A browser's name for itself is at most this long here; the rest says nothing more. */
const userAgentLength = 500;
