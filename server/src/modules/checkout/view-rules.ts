import { mayOffer } from '#lib/jurisdictions/may-offer';
import type { Config } from '#platform/config';
import type { Hold } from './hold-store.ts';
import { findBlockingProduct, isOffered, netCents, paidAsHolds, type HoldKind, type Product } from './rules.ts';
import type { Checkout } from './store.ts';
import type { HoldState } from './transitions.ts';

/** The contents of a customer's page. */
export type CheckoutView =
  /** `withheld`: not offered in the state of the claim. */
  | { readonly kind: 'unknown' | 'closed' | 'withheld' }
  /** Its thirty days are over, or they ended with the case. */
  | { readonly kind: 'over'; readonly caseClosed: boolean }
  /** Somebody of the team noted that it was paid, not through this page. */
  | { readonly kind: 'paid'; readonly product: Product }
  /** The product is already pre-authorized or settled. */
  | {
      readonly kind: 'settled';
      readonly hold: Hold;
      readonly withdrawable: boolean;
      /** Another card would be one of the built-in test cards. */
      readonly testCard: boolean;
      /** The other charges of this checkout, whose receipts are shown too. */
      readonly charged: readonly Hold[];
    }
  | {
      readonly kind: 'offer';
      readonly amountCents: number;
      readonly discountCents: number;
      /** A borrower of an institution, which may pay a part of the list price. */
      readonly payer: Checkout['payer'];
      /** For representation: the research that it includes, held or paid before. */
      readonly research: Hold | undefined;
      /** For representation: payments for research outside the provider. */
      readonly researchPaidCents: number;
      /** Whether terms were accepted before; with a provider page, a card may have been entered there since. */
      readonly begun: 'no' | 'without page' | 'with page';
      readonly payment: HoldKind;
      /** Its card is one of the built-in test cards. */
      readonly testCard: boolean;
      /** When the owner withdrew the previously saved card. */
      readonly withdrawnAt: Date | undefined;
    };

type Included = Pick<Extract<CheckoutView, { kind: 'offer' }>, 'amountCents' | 'research' | 'researchPaidCents'>;

/** The payments for research, deducted from the price of representation; an amount that is only held is released instead. */
export const creditOf = ({ amountCents, research, researchPaidCents }: Included): number =>
  research?.state === 'held'
    ? 0
    : Math.min(researchPaidCents + (research === undefined ? 0 : netCents(research)), amountCents);

/** After these the product is offered again. */
const endedStates: readonly HoldState[] = ['expired', 'failed', 'withdrawn'];

type ViewFacts = {
  readonly checkout: Checkout;
  readonly holds: readonly Hold[];
  /** Products recorded as paid outside the provider. */
  readonly paid: readonly Product[];
  readonly product: Product;
  readonly config: Pick<Config, 'servicesByState'>;
};

type Offered = Pick<ViewFacts, 'checkout' | 'product' | 'config'>;

/** The one place that decides whether a product may be offered to this customer, by law and license. */
export const isWithheld = ({ checkout: { state }, product, config }: Offered, now: Date): boolean =>
  !mayOffer(config, product, { state, now });

/** The view when there is nothing to accept: it is pre-authorized or paid, the thirty days are over, or it is not offered there. */
export function findEndedView(facts: ViewFacts, now: Date): CheckoutView | undefined {
  const { checkout, holds, paid, product, config } = facts;
  if (!isOffered(checkout, product)) return { kind: 'unknown' };
  const blocking = findBlockingProduct(product, [...holds, ...paidAsHolds(paid)]);
  const hold = holds.findLast((one) => one.product === blocking && !endedStates.includes(one.state));
  if (hold !== undefined && blocking !== undefined) {
    const charged = holds.filter(({ id, state }) => state === 'captured' && id !== hold.id);
    return { kind: 'settled', hold, withdrawable: false, testCard: hold.test, charged };
  }
  if (blocking !== undefined) return { kind: 'paid', product: blocking };
  if (now >= checkout.expiresAt) return { kind: 'over', caseClosed: false };
  return isWithheld({ checkout, product, config }, now) ? { kind: 'withheld' } : undefined;
}

export const findOpenHold = (holds: readonly Hold[], product: Product): Hold | undefined =>
  holds.find((hold) => hold.product === product && hold.state === 'page_open');
