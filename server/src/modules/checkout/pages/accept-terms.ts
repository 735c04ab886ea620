import type { Ctx, Tx } from '#context';
import { languages, type Language } from '#lib/languages/language';
import { languageUrl } from '#lib/text/language-link';
import { findOwnPage } from '#lib/text/page-link';
import { stopUrl } from '#lib/text/stop-link';
import { newId } from '#lib/tokens/ids';
import { getConsultation, listContacts, setLanguage } from '#modules/consultations';
import { consumeDiscount, hasDiscount } from '#modules/customers';
import { transact } from '#platform/db';
import { insertHold, listHoldsOf, lockHold, updateAcceptance, type Acceptance, type Hold } from '../hold-store.ts';
import { failHold } from '../holds/hold-states.ts';
import { decryptContacts } from '../links/links.ts';
import { isOpen } from '../links/link-rules.ts';
import { listPaidProducts } from '../payment-store.ts';
import { isPageOverdue, kindOf, nextCheck, priceOf, termsVersionIn, termsVersionOf, type Product } from '../rules.ts';
import { findCheckoutByToken, lockCheckout, updateDiscountUsed, type Checkout } from '../store.ts';
import { holdTransitions } from '../transitions.ts';
import { findEndedView, findOpenHold, type CheckoutView } from '../view-rules.ts';
import { createHoldPage } from './create-hold-page.ts';
import { recordCardConsent } from './record-card-consent.ts';

type AcceptTerms = {
  readonly token: string;
  readonly product: Product;
  readonly language: Language;
  /** The values that the page showed; the current ones may differ. */
  readonly shown: { readonly priceCents: number | undefined; readonly termsVersion: string | undefined };
  readonly address: string;
  readonly userAgent: string;
};

export type Accepted =
  | { readonly kind: 'page'; readonly url: string }
  /** The provider is unavailable; the acceptance is stored and the next press continues with it. */
  | { readonly kind: 'unavailable' }
  /** What was accepted is no longer what the page says. */
  | { readonly kind: 'changed' }
  | CheckoutView;

/**
 * Stores the acceptance together with a new hold, uses the discount, and leads the customer to the provider's page.
 * Repeated, it leads to the same page.
 */
export async function acceptTerms(ctx: Ctx, input: AcceptTerms): Promise<Accepted> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(input.token, 'token'));
  if (checkout === undefined) return { kind: 'unknown' };
  if (!isOpen(ctx, checkout)) return { kind: 'closed' };
  const { source_id: subjectId } = await getConsultation(ctx, checkout.consultationId);
  await storeLanguage(ctx, checkout, input.language);
  // Twice, because the page of an earlier hold may turn out to have ended.
  for (let round = 1; round <= 2; round += 1) {
    const begun = await transact(ctx, (tx) => beginHold(tx, checkout, { ...input, subjectId }));
    if ('kind' in begun) return begun;
    const page = await createHoldPage(ctx, begun.holdId);
    if (page.kind !== 'ended') return page;
  }
  return { kind: 'unavailable' };
}

/**
 * Only if none is chosen yet, because checkout links are in the agent's receipt too. In a separate transaction, since
 * a case is locked before its checkout (0024).
 */
async function storeLanguage(ctx: Ctx, { consultationId }: Checkout, language: Language): Promise<void> {
  const [known] = await listContacts(ctx, [consultationId]);
  if (known?.language === undefined) await transact(ctx, async (tx) => setLanguage(tx, { consultationId, language }));
}

/** With the object of the case, which the consent is about. */
type AcceptedTerms = AcceptTerms & { readonly subjectId: string };

type Begun = { readonly holdId: string } | { readonly kind: 'changed' } | CheckoutView;

async function beginHold(tx: Tx, { id }: Checkout, input: AcceptedTerms): Promise<Begun> {
  const checkout = await lockCheckout(tx.db, id);
  if (checkout === undefined) return { kind: 'unknown' };
  const now = tx.clock.now();
  const holds = await listHoldsOf(tx.db, id);
  const paid = await listPaidProducts(tx.db, checkout.consultationId);
  const ended = findEndedView({ checkout, holds, paid, product: input.product, config: tx.config }, now);
  if (ended !== undefined) return ended;
  const open = findOpenHold(holds, input.product);
  if (open !== undefined && !(await failWithoutPage(tx, open))) return resumeHold(tx, { checkout, open }, input);
  return insertAccepted(tx, checkout, input);
}

/** Ends a hold whose page was never created. Another process may be storing that page now, so the row is locked first. */
async function failWithoutPage(tx: Tx, open: Hold): Promise<boolean> {
  if (open.sessionId !== undefined || !isPageOverdue(open, tx.clock.now())) return false;
  const hold = await lockHold(tx.db, open.id);
  if (hold === undefined || hold.sessionId !== undefined) return false;
  if (holdTransitions.canMove(hold.state, 'failed')) failHold(tx, open.id, 'page not made');
  return true;
}

type Resumed = { readonly checkout: Checkout; readonly open: Hold };

/** Continues with the existing hold: at its own price, under its own terms or the current ones. */
function resumeHold(tx: Tx, { checkout, open }: Resumed, input: AcceptedTerms): Begun {
  const current = languages.map((language) => termsVersionOf(open, language));
  const { priceCents = open.amountCents, termsVersion: shown = open.acceptance.terms_version } = input.shown;
  if (priceCents !== open.amountCents) return { kind: 'changed' };
  if (shown === open.acceptance.terms_version) return { holdId: open.id };
  if (!current.includes(shown)) return { kind: 'changed' };
  const acceptance = acceptanceOf(tx, input, { priceCents, termsVersion: shown });
  updateAcceptance(tx.db, open.id, { ...acceptance, replaces: open.acceptance });
  recordYes(tx, checkout, { hold: open, termsVersion: shown, input });
  return { holdId: open.id };
}

type AgreedTo = { readonly priceCents: number; readonly termsVersion: string };

const acceptanceOf = (tx: Tx, { address, userAgent }: AcceptTerms, agreed: AgreedTo): Acceptance => ({
  at: tx.clock.now().toISOString(),
  ip: address,
  user_agent: userAgent.slice(0, userAgentLength),
  terms_version: agreed.termsVersion,
  price_cents: agreed.priceCents,
});

async function insertAccepted(tx: Tx, checkout: Checkout, input: AcceptedTerms): Promise<Begun> {
  const { product, shown } = input;
  const now = tx.clock.now();
  const { termsVersion = termsVersionIn(input.language) } = shown;
  if (!languages.map(termsVersionIn).includes(termsVersion)) return { kind: 'changed' };
  const discounted = await consumePromisedDiscount(tx, checkout, input);
  if (discounted === undefined) return { kind: 'changed' };
  const { amountCents, discountCents } = priceOf(product, discounted, checkout.representationCents);
  const holdId = newId('hld', now);
  const kind = kindOf(product);
  const checkAt = nextCheck({ state: 'page_open', requestedAction: null, captureBefore: undefined }, now);
  insertHold(tx.db, {
    id: holdId,
    checkout_id: checkout.id,
    product,
    kind,
    state: 'page_open',
    amount_cents: amountCents,
    discount_cents: discountCents,
    acceptance: acceptanceOf(tx, input, { priceCents: amountCents, termsVersion }),
    created_at: now,
    check_at: kind === 'hold' ? checkAt : null,
    card_check_at: kind === 'card' ? checkAt : null,
  });
  recordYes(tx, checkout, { hold: { id: holdId, kind, amountCents }, termsVersion, input });
  return { holdId };
}

type Yes = {
  readonly hold: Pick<Hold, 'id' | 'kind' | 'amountCents'>;
  readonly termsVersion: string;
  readonly input: AcceptedTerms;
};

/** Every acceptance of a saved card is on the consent ledger, with the text of that time. */
function recordYes(tx: Tx, checkout: Checkout, { hold: { id, kind, amountCents }, termsVersion, input }: Yes): void {
  if (kind === 'card')
    recordCardConsent(tx, checkout, { holdId: id, decision: 'yes', amountCents, termsVersion, ...input });
}

/**
 * Whether the discounted price applies, which uses the discount; undefined when the customer saw another price. A
 * checkout that has used the discount keeps it, so another hold after an abandoned page has the same price.
 */
async function consumePromisedDiscount(
  tx: Tx,
  checkout: Checkout,
  { product, shown }: AcceptTerms,
): Promise<boolean | undefined> {
  const sawOther = (discounted: boolean) =>
    shown.priceCents !== undefined &&
    shown.priceCents !== priceOf(product, discounted, checkout.representationCents).amountCents;
  if (product === 'research') return sawOther(false) ? undefined : false;
  if (checkout.discountUsedAt !== undefined) return sawOther(true) ? undefined : true;
  if (!checkout.discountPromised) return sawOther(false) ? undefined : false;
  const promised = { consultationId: checkout.consultationId, contacts: decryptContacts(tx, checkout) };
  // No customer pays more than necessary because an old page showed a higher price.
  if (sawOther(true)) return sawOther(false) || (await hasDiscount(tx, promised)) ? undefined : false;
  const had = await consumeDiscount(tx, promised);
  if (!had) return sawOther(false) ? undefined : false;
  updateDiscountUsed(tx.db, checkout.id, tx.clock.now());
  return true;
}

/** A bound on the stored User-Agent; the rest of a longer one adds nothing. */
const userAgentLength = 500;

/** The parts around a checkout page, besides the checkout itself. */
export type CheckoutFrame = {
  /** Where contact about the case is stopped; undefined for an unknown link. */
  readonly stop?: string | undefined;
  /** The customer's own page, when they came from it. */
  readonly pageUrl?: string | undefined;
  /** The query that the address keeps, so that the customer can return. */
  readonly query?: string | undefined;
  /** The customer's earlier language choice, and where a choice is stored when they came from their page. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string | undefined };
  readonly consultationId?: string;
  /** For a sandbox case. */
  readonly test?: boolean;
};

type FrameQuery = { readonly token: string; readonly pageToken: string | undefined };

/**
 * Agents relay the link of a checkout too. So its stop link stops the case without listing a contact, and it leads to
 * the customer's own page only for a visitor who proves to have that page's link.
 */
export async function findCheckoutFrame(ctx: Ctx, { token, pageToken }: FrameQuery): Promise<CheckoutFrame> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token, 'token'));
  if (checkout === undefined) return {};
  const { consultationId, test } = checkout;
  const [known] = await listContacts(ctx, [consultationId]);
  const pageUrl = findOwnPage(ctx, { pageToken, consultationId });
  return {
    stop: stopUrl(ctx, { consultationId }),
    chosen: {
      language: known?.language,
      // A relayed link never replaces the stored language, because a program may have opened it.
      languageUrl: pageUrl && languageUrl(ctx, consultationId),
    },
    consultationId,
    test,
    ...(pageUrl === undefined ? {} : { pageUrl, query: `page=${pageToken}` }),
  };
}
