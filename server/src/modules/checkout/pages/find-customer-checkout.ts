import type { Ctx } from '#context';
import { listHoldsOfConsultation, type Hold } from '../hold-store.ts';
import { checkoutUrl } from '../links/link-rules.ts';
import { decryptToken } from '../links/decrypt-token.ts';
import { listPayments } from '../payment-store.ts';
import { products, type HoldKind, type Product } from '../rules.ts';
import { findCheckoutOf } from '../store.ts';
import { creditOf } from '../view-rules.ts';
import { getCheckoutView } from './get-checkout-view.ts';

/** What a customer can still choose, with its price and where. */
export type OfferedProduct = {
  readonly product: Product;
  readonly kind: HoldKind;
  readonly amountCents: number;
  /** Paid for research, and taken off when this is charged. */
  readonly creditCents: number;
  readonly url: string;
};

/** Terms that a customer accepted, and what became of the money. */
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

export type NotedPayment = { readonly product: Product; readonly amountCents: number; readonly paidOn: string };

export type CustomerCheckout = {
  readonly offered: readonly OfferedProduct[];
  readonly accepted: readonly AcceptedProduct[];
  /** What was paid otherwise than by card, by check for instance. */
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
    // A page that nobody finished is neither a hold nor a charge.
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
