import type { Ctx } from '#context';
import { addHours, addSeconds } from '#lib/time/dates';
import { getConsultation, lockConsultation } from '#modules/consultations';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { byCustomer, mayWithdraw } from '../card-rules.ts';
import { updateCardPage } from '../card-store.ts';
import { updateAttempt, updateRequestedAction } from '../hold-change-store.ts';
import { listHoldsOf, listHoldsOfConsultation, lockHold, type Hold } from '../hold-store.ts';
import { reconcileHold } from '../holds/reconcile-hold.ts';
import { checkoutUrl, isOpen, returnUrl } from '../links/link-rules.ts';
import { decryptToken, isDiscountAvailable } from '../links/links.ts';
import { findPaidCents, listPaidProducts, listPayments } from '../payment-store.ts';
import { callProvider } from '../provider/provider.ts';
import { dueOf, kindOf, pageHours, priceOf, products, titles, type HoldKind, type Product } from '../rules.ts';
import { findCheckoutByToken, findCheckoutOf, type Checkout } from '../store.ts';
import { standingStates } from '../transitions.ts';
import { creditOf, findEndedView, findOpenHold, type CheckoutView } from '../view-rules.ts';
import { acceptedLanguage, cardPromise } from '../messages/messages-page.ts';
import { recordCardConsent } from './record-card-consent.ts';

/** A product that the customer can still choose, with its price and link. */
type OfferedProduct = {
  readonly product: Product;
  readonly kind: HoldKind;
  readonly amountCents: number;
  /** Paid for research, and deducted when this is charged. */
  readonly creditCents: number;
  readonly url: string;
};

/** Terms that a customer accepted, and the state of the money. */
export type AcceptedProduct = Pick<
  Hold,
  'product' | 'kind' | 'state' | 'amountCents' | 'refundedCents' | 'captureBefore' | 'endedAt'
> & {
  readonly capturedCents: number;
  readonly acceptedAt: Date;
  readonly termsVersion: string;
  readonly testCard: boolean;
  /** Where its page and its receipt are. */
  readonly url: string;
};

type NotedPayment = { readonly product: Product; readonly amountCents: number; readonly paidOn: string };

export type CustomerCheckout = {
  readonly offered: readonly OfferedProduct[];
  readonly accepted: readonly AcceptedProduct[];
  /** Payments outside the card provider, by check for instance. */
  readonly noted: readonly NotedPayment[];
};

/** The money of a case as its customer sees it; changes nothing. */
export async function findCustomerCheckout(ctx: Ctx, consultationId: string): Promise<CustomerCheckout> {
  const [checkout, holds, payments] = await Promise.all([
    findCheckoutOf(ctx.db, consultationId),
    listHoldsOfConsultation(ctx.db, consultationId),
    listPayments(ctx.db, consultationId),
  ]);
  const noted = payments.filter(({ voidedAt }) => voidedAt === null);
  if (checkout === undefined) return { offered: [], accepted: [], noted };
  const token = decryptToken(ctx, checkout);
  const views = await Promise.all(products.map((product) => getCheckoutView(ctx, { token, product })));
  const urlOf = (product: Product) => checkoutUrl(ctx.config, token, product);
  return {
    offered: products.flatMap((product, index) => {
      const view = views[index];
      if (view?.kind !== 'offer') return [];
      const { payment: kind, amountCents } = view;
      return [{ product, kind, amountCents, creditCents: creditOf(view), url: urlOf(product) }];
    }),
    // A page that was never completed is neither a hold nor a charge.
    accepted: holds.filter(isShown).map((hold) => ({
      ...hold,
      capturedCents: hold.capturedCents ?? 0,
      acceptedAt: new Date(hold.acceptance.at),
      termsVersion: hold.acceptance.terms_version,
      testCard: hold.test || ctx.cards.isTest,
      url: urlOf(hold.product),
    })),
    noted,
  };
}

const isShown = ({ heldAt, state }: Hold): boolean => heldAt !== undefined || state === 'captured' || state === 'saved';

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

/** Reconciles a hold while a page about it loads; failures are left to a worker. */
export async function lookAtHold(ctx: Ctx, holdId: string): Promise<void> {
  await reconcileHold(ctx, holdId).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ hold: holdId, kind: error.kind, code: error.responseCode }, 'checkout.provider-failed');
  });
}

type WithdrawCard = { readonly token: string; readonly address: string; readonly userAgent: string };

/** The request removes the card itself; until then a worker would only repeat the same call. */
const ownLeaseS = 60;

/** The owner withdraws the saved card. If the terms do not allow it, nothing changes and the page shows the current state. */
export async function withdrawCard(ctx: Ctx, { token, address, userAgent }: WithdrawCard): Promise<void> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token, 'token'));
  if (checkout === undefined) return;
  const holds = await listHoldsOf(ctx.db, checkout.id);
  const card = holds.findLast(({ kind, state }) => kind === 'card' && standingStates.includes(state));
  if (card === undefined) return;
  const { id: holdId, consultationId } = card;
  const requested = await transact(ctx, async (tx) => {
    // Recording the settlement and requesting a charge take this lock too.
    await lockConsultation(tx, consultationId);
    const { settled_at: settledAt, source_id: subjectId } = await getConsultation(ctx, consultationId);
    const hold = await lockHold(tx.db, holdId);
    if (hold === undefined || !mayWithdraw(hold, { settled: settledAt !== null })) return false;
    const now = tx.clock.now();
    const checkAt = addSeconds(now, ownLeaseS);
    updateRequestedAction(tx.db, { id: holdId, action: 'release', cents: null, by: byCustomer, now, checkAt });
    const { amountCents, acceptance } = hold;
    const about = { holdId, subjectId, amountCents, termsVersion: acceptance.terms_version };
    recordCardConsent(tx, checkout, { ...about, decision: 'withdrawn', address, userAgent });
    return true;
  });
  if (!requested) return;
  await lookAtHold(ctx, holdId);
}

type Changed = { readonly kind: 'page'; readonly url: string } | { readonly kind: 'unavailable' | 'nothing' };

/** Sends an owner whose bank declined the hold to the provider's page, to confirm the card or enter another one, which holds the fee. */
export async function changeCard(ctx: Ctx, token: string): Promise<Changed> {
  const checkout = await findCheckoutByToken(ctx.db, ctx.vault.fingerprints(token, 'token'));
  if (checkout === undefined) return { kind: 'nothing' };
  const holds = await listHoldsOf(ctx.db, checkout.id);
  const hold = holds.findLast(({ state, requestedAction }) => state === 'charge_failed' && requestedAction === null);
  if (hold === undefined) return { kind: 'nothing' };
  try {
    return (await findOpenPage(ctx, hold)) ?? (await createPage(ctx, hold));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ hold: hold.id, kind: error.kind, code: error.responseCode }, 'checkout.page-not-created');
    return { kind: 'unavailable' };
  }
}

async function findOpenPage(ctx: Ctx, { sessionId, customerId }: Hold): Promise<Changed | undefined> {
  if (sessionId === undefined) return undefined;
  const provider = await callProvider(ctx, 'look', (cards) => cards.getCard({ sessionId, customerId }));
  return provider?.url === undefined ? undefined : { kind: 'page', url: provider.url };
}

/** Most customers need a few minutes; the provider's event comes earlier, unless it gets lost. */
const firstCheckS = 300;

/** Each page is a separate request; of two concurrent ones only one is recorded and used. */
async function createPage(ctx: Ctx, { id: holdId }: Hold): Promise<Changed> {
  const hold = await transact(ctx, async (tx) => {
    const locked = await lockHold(tx.db, holdId);
    if (locked?.state !== 'charge_failed' || locked.requestedAction !== null) return undefined;
    updateAttempt(tx.db, holdId, locked.attempt);
    return { ...locked, attempt: locked.attempt + 1 };
  });
  if (hold === undefined) return { kind: 'nothing' };
  const { test, attempt, customerId, product } = hold;
  const page = await callProvider(ctx, 'page', (cards) =>
    cards.createPage({
      holdId,
      test,
      attempt,
      title: titles[acceptedLanguage(hold.acceptance)][product],
      amountCents: dueOf(hold),
      expiresAt: addHours(ctx.clock.now(), pageHours),
      returnUrl: returnUrl(ctx.config, holdId),
      save: { customerId, promise: cardPromise(dueOf(hold), acceptedLanguage(hold.acceptance)) },
    }),
  );
  const recorded = await transact(ctx, (tx) =>
    updateCardPage(tx.db, {
      id: holdId,
      sessionId: page.sessionId,
      attempt,
      checkAt: addSeconds(tx.clock.now(), firstCheckS),
    }),
  );
  return recorded ? { kind: 'page', url: page.url } : { kind: 'unavailable' };
}
